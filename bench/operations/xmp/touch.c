/* Nothing that the compiler can see: after a call of it every variable may have been read and
 * changed. */
void touch(void)
{
}
