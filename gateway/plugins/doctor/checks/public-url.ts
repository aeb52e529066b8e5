import { isIP } from 'node:net'
import { buildNetworkTest } from '../../../src/config/addresses/networks.ts'
import { isThisMachine } from '../../../src/config/addresses/urls.ts'
import { ISSUER_PATH, issuerOf } from '../../../src/config/applications.ts'
import { listUpstreamUrls } from '../../../src/config/checks/node-checks.ts'
import { parseJsonObject } from '../../../src/config/json-members.ts'
import { createProbeMarks, PROBE_HEADER, readSight, type Sight } from '../../../src/endpoints/probe.ts'
import { ask, isOfGatehouse, type Reply } from '../ask.ts'
import { defineRemoteCheck, evaluate, fail, failing, type Issue, ok, skip, warn } from '../check.ts'

/** Nearly the largest session: four cookies of 3900 bytes. */
const COOKIE_BYTES = 15_000
const METADATA_PATH = `${ISSUER_PATH}/.well-known/openid-configuration`

export const PUBLIC_URL_CHECKS = {
  /** Host names of the provider, the application and the gateway resolve. */
  DNS: defineRemoteCheck(
    ['identityPlatform', 'upstream', 'applications', 'publicUrl'],
    async (config, { lookUp }) => {
      const { emulatorHost, endpoints } = config.identityPlatform
      const { identityToolkit, secureToken, certificates } = endpoints
      const provider =
        emulatorHost === null ? [identityToolkit, secureToken, certificates] : [`http://${emulatorHost}`]
      const named = [
        ...provider.map((url) => ({ key: 'identityPlatform', url })),
        ...listUpstreamUrls(config).map(({ path, url }) => ({ key: path, url })),
        { key: 'publicUrl', url: config.publicUrl }
      ]
      const names = named
        .map(({ key, url }) => ({ key, host: new URL(url).hostname }))
        .filter(({ host }) => isIP(host.replace(/^\[|\]$/g, '')) === 0 && !isThisMachine(host))
      if (names.length === 0) return ok('all are addresses, or names of this machine')
      const issues = names.map(async ({ key, host }) => {
        if ((await lookUp(host)).length > 0) return null
        const cause = `${key}: ${host} does not resolve from here`
        return key === 'publicUrl'
          ? warn(cause, 'none needed if it resolves for visitors')
          : fail(cause, 'correct the name, or this machine’s resolver')
      })
      return evaluate([...new Set(names.map(({ host }) => host))].join(', '), ...(await Promise.all(issues)))
    }
  ),

  /** Visitors' requests arrive intact through everything in front of the gateway. */
  PUBLIC_URL: defineRemoteCheck(
    ['publicUrl', 'paths', 'cookie', 'trustedProxies'],
    async (config, { now }, signal) => {
      const { origin, host } = new URL(config.publicUrl)
      const marked = { [PROBE_HEADER]: createProbeMarks(config, now).make() }
      const probe = { path: config.paths.session, method: 'GET', signal } as const
      const response = await ask(origin, { ...probe, headers: marked })
      if (response.kind === 'silent')
        return evaluate(`no response: ${response.reason}`, adviseOnSilence(response.reason))
      const sight = readSight(response.headers)
      if (sight === null) return checkStranger(response)
      const cookie = `gatehouse-doctor=${'x'.repeat(COOKIE_BYTES)}`
      const large = await ask(origin, { ...probe, headers: { ...marked, cookie } })
      return evaluate(
        `through the proxy: host ${sight.host}, from ${sight.peer}, visitor ${sight.client}`,
        sight.host.toLowerCase() !== host &&
          warn(
            `the gateway sees the host ${sight.host} instead of ${host}: host tenants and access rules do not match`,
            'let the proxy pass `Host` unchanged (nginx: proxy_set_header Host $host), or trust its X-Forwarded-Host'
          ),
        checkForwarding(sight, config.trustedProxies),
        checkLarge(large)
      )
    }
  ),

  /** The authorization server keeps its state, and is reached at its issuer. Clocks and stores have checks of their own. */
  OAUTH: defineRemoteCheck(
    ['authorizationServer', 'publicUrl', 'store'],
    async ({ authorizationServer, publicUrl, store }, _context, signal) => {
      if (!authorizationServer?.enabled) return skip('no authorization server')
      const issuer = issuerOf(publicUrl)
      const reply = await ask(new URL(publicUrl).origin, { path: METADATA_PATH, method: 'GET', signal })
      const forgets =
        store === null &&
        warn('without a store, a restart ends all grants', 'set `store.url`, or let clients ask again')
      if (reply.kind === 'silent')
        return evaluate(
          `no response: ${reply.reason}`,
          warn('clients may not reach the metadata of the issuer either', 'see PUBLIC_URL'),
          forgets
        )
      const stated = parseJsonObject(reply.text)?.issuer
      if (reply.status === 200 && stated === issuer) return evaluate(issuer, forgets)
      return evaluate(
        `${METADATA_PATH}: ${reply.status}, ${typeof stated === 'string' ? 'another issuer' : 'no metadata'}`,
        fail(
          'clients refuse metadata that is missing or names another issuer',
          `send ${ISSUER_PATH}/ and /.well-known/ of this host to the gateway unchanged, and give all replicas the same publicUrl`
        ),
        forgets
      )
    }
  )
}

/** Node's error codes for an unknown CA, or none. */
const UNKNOWN_CA = /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/

function adviseOnSilence(reason: string): Issue {
  if (UNKNOWN_CA.test(reason))
    return fail(
      'the certificate of publicUrl is self-signed, from a CA unknown to Node, or lacks its chain',
      'give Node the CA (NODE_EXTRA_CA_CERTS=FILE); for a public CA, send the whole chain where TLS terminates'
    )
  if (reason.startsWith('TLS'))
    return fail(
      'the certificate of publicUrl has expired, is for another host, or lacks its chain',
      'renew it where TLS terminates, and send the whole chain'
    )
  return warn(
    'publicUrl cannot be reached from here: DNS, a firewall, or no access from inside',
    'start the gateway and what is in front of it; visitors from elsewhere may still get through'
  )
}

/** A response from a server without our keys. */
function checkStranger(response: Extract<Reply, { kind: 'response' }>) {
  if (isOfGatehouse(response))
    return failing(
      'a Gatehouse with another configuration responds',
      'it has other signature keys, another publicUrl, an older version, or a clock minutes off',
      'give all replicas the same configuration; run the doctor with the gateway’s'
    )
  const [cause, fix] =
    response.status >= 500
      ? [
          'the proxy in front of the gateway does not reach it',
          'start the gateway, and correct its address in the proxy'
        ]
      : ['publicUrl does not lead to the gateway', 'send every path of this host to the gateway']
  return failing(`something else responds with ${response.status}`, cause, fix)
}

function checkForwarding({ peer, isForwarded }: Sight, trustedProxies: readonly string[]): Issue | null {
  const isTrusted = buildNetworkTest(trustedProxies)(peer)
  if (isForwarded === isTrusted) return null
  return isForwarded
    ? warn(
        `X-Forwarded-For from ${peer} is not trusted: all visitors share one address in logs and limits`,
        `add ${peer}, or the network of the proxies, to trustedProxies`
      )
    : warn(
        `${peer} is a trusted proxy but sends no X-Forwarded-For`,
        'let it send the visitor’s address (nginx: proxy_set_header X-Forwarded-For $remote_addr)'
      )
}

function checkLarge(response: Reply): Issue | null {
  if (response.kind === 'response' && readSight(response.headers) !== null) return null
  const seen = response.kind === 'response' ? `status ${response.status}` : response.reason
  return warn(
    `a request with a cookie of 15 kB does not get through (${seen}): accounts with many claims cannot use the site`,
    'allow 32 KiB of request headers (nginx: large_client_header_buffers 4 32k)'
  )
}
