/**
 * The processor time of this process in milliseconds. Tests start their server in it, so that it shows how long a
 * caller had to wait for the server's work, whatever other programs take of the machine.
 */
export function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
