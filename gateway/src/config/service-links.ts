/** What names of Kubernetes' variables end with, after that of the service. */
const SUFFIX = /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/
const ADDRESS = /^(tcp|udp|sctp):\/\//

/**
 * Is this a variable that Kubernetes sets in every pod for a service in its namespace? A service called gatehouse-listen
 * makes `GATEHOUSE_LISTEN_PORT=tcp://10.0.0.1:80`, which has the name of a configuration key.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
export function isServiceLink(name: string, value: string): boolean {
  return SUFFIX.test(name) || (name.endsWith('_PORT') && ADDRESS.test(value))
}
