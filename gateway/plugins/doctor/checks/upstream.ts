import { isIP } from 'node:net'
import { recognizeFramework } from '../../../src/access/rules/frameworks.ts'
import { untilDeadline } from '../../../src/async.ts'
import { buildNetworkTest } from '../../../src/config/addresses/networks.ts'
import { idTokenAudience, listUpstreams, type NamedUpstream } from '../../../src/config/applications.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import { createProbeMarks, PROBE_HEADER, readSight } from '../../../src/endpoints/probe.ts'
import { LOOK_UP_TIMEOUT } from '../../../src/http/connections/outbound-pool.ts'
import { isOfAuthenticatedConnection } from '../../../src/upstream/connections.ts'
import { SERVICE_CREDENTIAL_HEADER } from '../../../src/upstream/request-headers.ts'
import { planConnection } from '../../../src/upstream/transport.ts'
import { explainTlsFailure } from '../../../src/upstream/upstream-failure.ts'
import { ask, isOfGatehouse, type ProbeRequest, type Reply } from '../ask.ts'
import {
  defineProviderCheck,
  defineRemoteCheck,
  evaluate,
  fail,
  failing,
  type Issue,
  joinResults,
  ok,
  type Result,
  skip,
  warn,
  warning
} from '../check.ts'
import type { DoctorContext, ProviderProbes } from '../context.ts'

const UPSTREAMS = ['upstream', 'applications', 'publicUrl'] as const

export const UPSTREAM_CHECKS = {
  /** The gateway gets an id token for each application that wants one. Whether it is accepted, `UPSTREAM` tells. */
  UPSTREAM_CREDENTIALS: defineProviderCheck(UPSTREAMS, async ({ platform: { idTokens } }, config) => {
    const found = listUpstreams(config).flatMap(({ name, upstream }) => {
      const audience = idTokenAudience(upstream)
      return audience === null ? [] : [getIdToken(audience, idTokens).then((result) => ({ name, result }))]
    })
    return joinResults(await Promise.all(found), 'no application with `googleIdToken`')
  }),

  /** The application responds, and is not publicly reachable. */
  UPSTREAM: defineRemoteCheck(UPSTREAMS, (config, context, signal) =>
    checkEach(config, context, async (place, send) => {
      const request: ProbeRequest = { path: place.startPage, method: 'HEAD', signal }
      const answer = await send(request)
      if (answer.kind === 'silent')
        return evaluate(`no response: ${answer.reason}`, adviseOn(answer.reason, place))
      const askOpenly = place.upstream.googleIdToken === false ? null : () => send(request, false)
      const reach = adviseOnReach(place, context.lookUp, askOpenly)
      return evaluate(
        `answered ${answer.status} in ${answer.ms} ms`,
        answer.status >= 500 &&
          warn(`the application responds with ${answer.status}`, 'check the application’s log'),
        adviseOnRefusal(place, answer.status),
        isOfAuthenticatedConnection(answer.headers) &&
          warn(
            'the application offers NTLM, Negotiate or Kerberos, which authenticate connections: NTLM fails behind a proxy that shares its own',
            'balance TCP in front of the gateway, or turn this sign-in off in the application: see “Windows authentication” in the reference'
          ),
        await untilDeadline(reach, signal, () => null)
      )
    })
  ),

  /** `framework` is set for applications whose framework their responses tell. */
  FRAMEWORK: defineRemoteCheck([...UPSTREAMS, 'framework'], (config, context, signal) =>
    checkEach(config, context, async ({ framework, startPage, path }, send) => {
      if (framework !== null) return ok(`framework: ${framework}`)
      const answer = await send({ path: startPage, method: 'GET', headers: { accept: 'text/html' }, signal })
      if (answer.kind === 'silent') return skip(`unknown: no response (${answer.reason}), see UPSTREAM`)
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`)
      const seen = recognizeFramework([...lines, answer.text].join('\n'))
      if (seen === null) return ok('no known framework')
      return warning(
        `the start page looks like ${seen}`,
        'it has other addresses for its pages, which rules do not cover',
        `set ${path.replace(/upstream$/, 'framework')}: ${seen}`
      )
    })
  ),

  /** The application is not the gateway itself, or another gateway. */
  LOOP: defineRemoteCheck([...UPSTREAMS, 'paths', 'cookie'], (config, context, signal) =>
    checkEach(config, context, async ({ path }, send) => {
      const headers = { [PROBE_HEADER]: createProbeMarks(config, context.now).make() }
      const { session } = config.paths
      const answer = await send({ path: session, method: 'GET', headers, signal })
      if (answer.kind === 'silent')
        return skip(`unknown: no response to GET ${session} (${answer.reason}), see UPSTREAM`)
      const fix = `set ${path}.url to the application’s own address`
      if (readSight(answer.headers) !== null)
        return failing(`${path}.url points to this gateway`, 'requests loop until a limit ends them', fix)
      return isOfGatehouse(answer)
        ? warning(`${path}.url points to another Gatehouse`, 'visitors would have to sign in twice', fix)
        : ok('the application is not a Gatehouse')
    })
  )
}

type Upstreams = Pick<Config, (typeof UPSTREAMS)[number]>
/** Sends a request as the gateway would, by the keys of the upstream. `isProven`: with the id token that the application wants. */
type Send = (request: ProbeRequest, isProven?: boolean) => Promise<Reply>

/** The results for all applications. */
async function checkEach(
  config: Upstreams & Partial<Pick<Config, 'framework'>>,
  { lookUpName, provider }: DoctorContext,
  look: (place: NamedUpstream, send: Send) => Promise<Result>
) {
  const found = listUpstreams(config).map(async (place) => {
    const { connectTimeoutMs, headersTimeoutMs, maxHeaderBytes } = place.upstream
    const { origin, ...address } = planConnection(place.upstream, place.path)
    const connection = { ...address, lookUp: lookUpName, connectTimeoutMs, headersTimeoutMs, maxHeaderBytes }
    const send: Send = async (request, isProven = true) => {
      const proof = isProven ? await proveTo(place, provider) : {}
      const headers = { ...hostFor(config, place), ...proof, ...request.headers }
      return ask(origin, { ...request, headers }, connection)
    }
    return { name: place.name, result: await look(place, send) }
  })
  return joinResults(await Promise.all(found), 'no upstream: other proxies send auth requests')
}

/** The headers by which the gateway would prove itself to the application; none if it cannot or need not. */
async function proveTo({ upstream }: NamedUpstream, provider: ProviderProbes | null) {
  const audience = idTokenAudience(upstream)
  const result = audience === null ? undefined : await provider?.platform.idTokens?.of(audience).get()
  return result?.kind === 'token' ? { [SERVICE_CREDENTIAL_HEADER]: `Bearer ${result.token}` } : {}
}

/** A pattern such as `*.example.com` names no known host, so the application gets that of its URL. */
function hostFor({ publicUrl }: Upstreams, { host, upstream }: NamedUpstream): Record<string, string> {
  const site = new URL(publicUrl)
  if (host !== null) site.hostname = host
  return upstream.hostHeader === 'public' && host?.startsWith('*.') !== true ? { host: site.host } : {}
}

/** `reason`: from `describeSilence`, ending in the code. */
function adviseOn(reason: string, { upstream, path }: NamedUpstream): Issue {
  const tls = explainTlsFailure(/\((\w+)\)$/.exec(reason)?.[1] ?? '', path)
  if (tls !== null) return fail(tls.cause, tls.fix)
  if (reason.includes(LOOK_UP_TIMEOUT))
    return fail(
      `DNS: the name in ${path}.url does not resolve in time: the resolver does not respond`,
      'repair this machine’s resolver, or the server of the zone'
    )
  if (reason.startsWith('DNS'))
    return fail(
      `the name in ${path}.url does not resolve from here`,
      'correct the name, or this machine’s resolver'
    )
  if (reason.startsWith('TLS'))
    return fail(
      'the TLS handshake with the application fails',
      `compare the TLS settings in ${path} with the application’s`
    )
  if (reason === 'timeout')
    return fail(
      'the application is overloaded or hangs, the port is wrong, or a firewall drops the packets',
      `check the application’s load; correct ${path}.url, or open the firewall`
    )
  if (reason.startsWith('not HTTP'))
    return fail(
      'the response is not HTTP/1.1: the application accepts only HTTP/2 there, or another protocol',
      `let it accept HTTP/1.1, or correct ${path}.url`
    )
  if (reason.includes('UND_ERR_HEADERS_OVERFLOW'))
    return fail(
      `the headers of the response exceed ${path}.maxHeaderBytes (${upstream.maxHeaderBytes})`,
      'raise it, or let the application send less'
    )
  if (reason.startsWith('connection reset') && upstream.url.startsWith('http:'))
    return fail(
      'the application closes the connection, or uses TLS on this port',
      `check the application’s log; if it uses TLS, write https: in ${path}.url`
    )
  return fail(
    'the application is not running, or listens elsewhere: loopback of another container is another machine',
    `start it, or correct ${path}.url`
  )
}

/** Not routed on the internet: RFC 1918, 3927, 4193, 4291, 6598, and loopback. */
const PRIVATE =
  '10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10'
const isPrivate = buildNetworkTest(PRIVATE.split(' '))

/** Whether the gateway can be bypassed. `askOpenly`: asks without the id token that the application wants; null: it wants none. */
async function adviseOnReach(
  { upstream, path }: NamedUpstream,
  lookUp: DoctorContext['lookUp'],
  askOpenly: (() => Promise<Reply>) | null
): Promise<Issue | null> {
  const { origin, socketPath } = planConnection(upstream, path)
  if (socketPath !== null) return null
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await lookUp(host) : [host]
  if (addresses.every(isPrivate)) return null
  if (askOpenly === null)
    return warn(
      'the application has a public address and responds without the gateway: anyone can bypass it',
      'restrict it to the gateway with a firewall or a private address, or let it verify x-gatehouse-assertion'
    )
  const answer = await askOpenly()
  if (answer.kind === 'silent' || isRefusal(answer.status)) return null
  return warn(
    'the application responds without an id token of the gateway: anyone can bypass it',
    'take the role Cloud Run Invoker (roles/run.invoker) on the service away from `allUsers`'
  )
}

/** For a response to a request with an id token. */
function adviseOnRefusal({ upstream, path }: NamedUpstream, status: number): Issue | null {
  if (idTokenAudience(upstream) === null || !isRefusal(status)) return null
  return warn(
    `the application responds with ${status}: it may not accept the id token of the gateway`,
    `give the gateway’s service account the role Cloud Run Invoker (roles/run.invoker) on the service, and compare the audience in ${path}.googleIdToken with the URL of the service`
  )
}

/** Whether a response without an id token shows that only callers with one get through. */
const isRefusal = (status: number) => status === 401 || status === 403

const NO_TOKEN = 'requests to the application get 502, because the gateway cannot say who it is'
const NO_TOKEN_FIX =
  'on Google Cloud, check that this machine has a service account and reaches its metadata server; without a key, the signing account needs iam.serviceAccounts.getOpenIdToken on itself'

async function getIdToken(audience: string, idTokens: ProviderProbes['platform']['idTokens']) {
  if (idTokens === null) return failing('no credentials', NO_TOKEN, 'set identityPlatform.credentialsFile')
  const result = await idTokens.of(audience).get()
  if (result.kind === 'token') return ok(`id token for ${audience}`)
  const { detail, hint } = result.failure
  const cause = hint === undefined ? NO_TOKEN : `${NO_TOKEN}: ${hint.cause}`
  return failing(`no id token for ${audience}: ${detail}`, cause, hint?.fix ?? NO_TOKEN_FIX)
}
