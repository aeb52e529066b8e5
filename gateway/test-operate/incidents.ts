import { mkdtempSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import {
  challengeIn,
  createDevice,
  keep,
  ORIGIN,
  pairOf,
  REGISTER,
  SESSION
} from '../plugins/device-binding/test/device.ts'
import type { StandIn } from '../stand-in/stand-in.ts'
import type { StandInOptions } from '../stand-in/state.ts'
import { cookieHeader, postSession } from '../test/fixtures/gateway.ts'
import { NEEDS_STORE, startStore } from '../test/fixtures/processes/store-server.ts'
import { childrenOf } from '../test/fixtures/processes/worker-processes.ts'
import { filesIn, makePair, writePair } from '../test/fixtures/provider/certificates.ts'
import { startTestStandIn, type Teardown } from '../test/fixtures/provider/stand-in.ts'
import { signatureKeyOf } from '../test/fixtures/session/signature-keys.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePort } from '../test/fixtures/wire/ports.ts'
import { OK, startScriptedApplication } from '../test/fixtures/wire/scripted-application.ts'
import { startApplication } from './application.ts'
import { type OperatedGateway, type OperatedGatewayOptions, startOperatedGateway } from './gateway.ts'
import { createLoadResult } from './load.ts'
import type { Prometheus } from './prometheus.ts'
import { openStreams } from './streams.ts'

/** Longer than the run takes. */
const QUIET_TICK_MS = 600_000
const NOWHERE = 'http://127.0.0.1:9'
const EXPIRES_IN_DAYS = 3
const CLOCK_OFF_SECONDS = 600
const DRAIN_SECONDS = 30
const ID_TOKEN_SECONDS = 5
const USERS = 8
/** At once, of each user: a few slow decisions on a busy machine are no 99th percentile of that many. */
const VISITS_IN_PEACE = 4
/** Until decisions run compiled, which takes a tenth of the time. */
const WARM_UP_ROUNDS = 10
const ABSOLUTE_SECONDS = 60
const FULL_MS = 100
/** Above the 5 s from which an abandoned wait counts. */
const GIVE_UP_MS = 6000
const ROLES = 400
const ALLOWED_ROLES = 20_000
/** With fewer, those that are kept for other purposes are more than a fifth. */
const OPEN_FILES = 512
const STREAMS = 230
/** Several in each interval: a single delay is no 99th percentile. */
const STOPS = 3
const STOPPED_MS = 300
const RUNNING_MS = 50
/** The log holds back 16 MiB before it drops lines. */
const LONG_PATH = `/${'x'.repeat(8000)}`
const LONG_REQUESTS_AT_ONCE = 140
const REQUESTS_AT_ONCE = 10

/** Where gateways run. */
export interface Site {
  folder: string
  /** Closes what runs there. */
  t: Teardown
  /** Starts a gateway with a provider of its own, and lets Prometheus scrape it. `prepare`: before the first scrape. */
  launch(
    job: string,
    options?: Partial<OperatedGatewayOptions> & { prepare?(gateway: OperatedGateway): Promise<unknown> }
  ): Promise<OperatedGateway>
  startProvider(options?: Partial<StandInOptions>): Promise<StandIn>
  hasFired(alert: string): boolean
}

export interface SiteOptions extends Pick<Site, 'folder' | 't'> {
  prometheus: Prometheus
  upstreamUrl: string
}

/** Something goes wrong at a gateway with a job of its own. */
export interface Incident {
  /** The alerts that it causes, and their causes; no others may fire. */
  alerts: Readonly<Record<string, string>>
  /** Returns what has to be repeated. `foreignCookie`: of a session of another gateway, whose keys differ. */
  begin(site: Site & { foreignCookie: string }): Promise<() => Promise<unknown>>
}

/** Job -> incident. */
export const INCIDENTS: Readonly<Record<string, Incident>> = {
  outage: {
    alerts: {
      ProviderUnavailable: 'the provider answers every refresh with 503',
      VisitorsTurnedAway: 'id tokens expire while the provider is down',
      SignInsFailing: 'a disabled account tries to sign in again and again'
    },
    async begin({ launch, startProvider }) {
      const provider = await startProvider({ idTokenTtlSeconds: ID_TOKEN_SECONDS })
      const gateway = await launch('outage', { provider })
      const cookies = await signInAll(provider, gateway)
      provider.accounts.create({ uid: 'mallory', disabled: true })
      provider.faults.refresh = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
      const refused = () => gateway.signIn('mallory').catch(() => {})
      return () => Promise.all([refused(), ...cookies.map((cookie) => visit(gateway, '/', cookie))])
    }
  },
  offline: {
    alerts: {
      CertificatesOld: 'the certificates of the provider cannot be reached',
      SignInsInvalid: 'garbage is posted to the session endpoint',
      ForgedCookies: 'cookies are signed with keys of another gateway',
      StoreAway: 'the store has stopped',
      LinesDropped: 'the disk of the log is full'
    },
    async begin({ launch, startProvider, t, foreignCookie }) {
      const provider = await startProvider()
      const endpoints = { ...provider.endpoints, certificates: `${NOWHERE}/none` }
      const store = NEEDS_STORE ? null : await startStore(t)
      const gateway = await launch('offline', {
        provider: { ...provider, endpoints },
        output: openSync('/dev/full', 'w'),
        more: { store: store && { url: store.url }, log: { level: 'info' } }
      })
      await postGarbage(gateway)
      await store?.stop()
      return async () => {
        await Promise.all([
          postGarbage(gateway),
          ...times(LONG_REQUESTS_AT_ONCE, () => visit(gateway, LONG_PATH, foreignCookie))
        ])
      }
    }
  },
  applications: {
    alerts: {
      ApplicationFailing: 'one of several applications is down',
      ApplicationErrors: 'one of several applications responds with 503',
      ApplicationBusy: 'an application has more requests than it may have connections',
      ApplicationSlow: 'clients give up, as an application never responds',
      ResponsesCut: 'an application closes connections in the middle of its responses',
      UpstreamTlsExpires: `the certificate of an application expires in ${EXPIRES_IN_DAYS} days`
    },
    async begin({ launch, t }) {
      const sound = await startScriptedApplication(t)
      const cutting = await startScriptedApplication(t)
      cutting.respond = ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
      const broken = await startScriptedApplication(t)
      broken.respond = ({ socket }) => socket.write('HTTP/1.1 503 Broken\r\nContent-Length: 0\r\n\r\n')
      const full = await startScriptedApplication(t)
      full.respond = ({ socket }) => void setTimeout(() => socket.write(OK), FULL_MS)
      const hanging = await startScriptedApplication(t)
      hanging.respond = () => {}
      const pair = await makePair({ days: EXPIRES_IN_DAYS })
      const secure = await startScriptedApplication(t, pair)
      const visited = {
        sound: sound.url,
        down: NOWHERE,
        cutting: cutting.url,
        broken: broken.url,
        secure: secure.url
      }
      const urls = { ...visited, full: full.url, hanging: hanging.url }
      const names = Object.keys(visited)
      const gateway = await launch('applications', {
        first: { publicPaths: ['/*'], keys: keysOf('applications') },
        more: {
          upstream: undefined,
          applications: Object.entries(urls).map(([name, url]) => ({
            name,
            path: `/${name}/*`,
            upstream: {
              url,
              insecure: name === 'secure',
              ...(name === 'full' && { maxConnections: 1, connectTimeoutMs: 1 })
            }
          }))
        }
      })
      return async () => {
        void request(`${gateway.url}/hanging/`, { signal: AbortSignal.timeout(GIVE_UP_MS) }).catch(() => {})
        const visits = [...names, 'full', 'full', 'full']
        await Promise.all(visits.map((name) => visit(gateway, `/${name}/`).catch(() => {})))
      }
    }
  },
  replicas: {
    alerts: {
      ConfigDiffers: 'one of two replicas has another rule',
      InstanceDown: 'a replica is killed',
      RestartNeeded: 'the port of the listener is changed',
      ConfigRefused: 'a file with an invalid rule is delivered'
    },
    async begin({ launch, hasFired }) {
      const keys = keysOf('replicas')
      const gateway = await launch('replicas')
      const other = await launch('replicas', { first: { publicPaths: ['/other'], keys } })
      const applied = gateway.latest('config.applied', 1)
      gateway.publish({ publicPaths: ['/open'], keys, port: await findFreePort() })
      await applied
      gateway.publish({ publicPaths: ['no-slash'], keys })
      let isKilled = false
      return async () => {
        if (isKilled || !hasFired('ConfigDiffers')) return
        process.kill(other.pid, 'SIGKILL')
        isKilled = true
      }
    }
  },
  workers: {
    alerts: {
      WorkersDie: 'a worker is killed',
      ClockOff: 'the clock of the provider is ten minutes ahead',
      TlsExpires: `the certificate of the listener expires in ${EXPIRES_IN_DAYS} days`
    },
    async begin({ launch, startProvider, folder }) {
      const provider = await startProvider({ now: () => Date.now() / 1000 + CLOCK_OFF_SECONDS })
      const tls = mkdtempSync(join(folder, 'tls-'))
      writePair(tls, await makePair({ days: EXPIRES_IN_DAYS }))
      const listen = { host: '127.0.0.1', port: 0, tls: filesIn(tls) }
      const gateway = await launch('workers', {
        provider,
        more: { workers: 2, publicUrl: 'https://localhost', listen }
      })
      const [worker = 0] = childrenOf(gateway.pid)
      process.kill(worker, 'SIGKILL')
      return async () => {}
    }
  },
  expired: {
    alerts: {
      TlsExpired: 'the certificate of the listener expired yesterday',
      NotReady: 'an instance is draining'
    },
    async begin({ launch, folder }) {
      const tls = mkdtempSync(join(folder, 'tls-'))
      writePair(tls, await makePair({ days: -1 }))
      const listen = { host: '127.0.0.1', port: 0, tls: filesIn(tls) }
      const shutdown = { drainSeconds: DRAIN_SECONDS }
      const gateway = await launch('expired', { more: { publicUrl: 'https://localhost', listen, shutdown } })
      gateway.terminate()
      return async () => {}
    }
  },
  sessions: {
    alerts: {
      OwnCostHigh: `a rule compares ${ROLES} roles of a visitor with ${ALLOWED_ROLES} others`,
      SessionsEndInMasses: 'sessions reach their maximum age',
      OldKeyUnused: 'one of two signature keys signs nothing'
    },
    async begin({ launch, startProvider }) {
      const provider = await startProvider()
      const oneOf = times(ALLOWED_ROLES, (index) => `allowed-${index}`)
      const gateway = await launch('sessions', {
        provider,
        first: { publicPaths: [], keys: `${keysOf('sessions')}${keysOf('former')}` },
        session: { absoluteSeconds: ABSOLUTE_SECONDS },
        more: { access: { rules: [{ path: '/*', allow: { claim: 'roles', oneOf } }] } }
      })
      const roles = times(ROLES, (index) => `r${index}`)
      provider.accounts.create({ uid: 'ada', customClaims: { roles } })
      const authTimeSeconds = Math.floor(Date.now() / 1000) - ABSOLUTE_SECONDS + ID_TOKEN_SECONDS
      const ended = await gateway.signIn('ada', { authTimeSeconds })
      return async () => {
        const cookie = await gateway.signIn('ada')
        const cookies = times(REQUESTS_AT_ONCE, (index) => (index < 2 ? ended : cookie))
        await Promise.all(cookies.map((one) => visit(gateway, '/', one)))
      }
    }
  },
  theft: {
    alerts: { DeviceBindingRefused: 'a copied session cookie is used without the key of its device' },
    async begin({ launch, startProvider }) {
      const provider = await startProvider()
      provider.accounts.create({ uid: 'ada' })
      const gateway = await launch('theft', {
        provider,
        session: { deviceBinding: { mode: 'when-supported' } },
        more: { publicUrl: ORIGIN }
      })
      const { idToken, refreshToken } = await provider.signIn('ada')
      const begun = await postSession(gateway.url, idToken, refreshToken, { origin: ORIGIN })
      const proof = await (await createDevice()).register(challengeIn(begun))
      const headers = { cookie: cookieHeader(begun), 'secure-session-response': proof }
      const bound = await send(`${gateway.url}${REGISTER}`, { method: 'POST', headers })
      const cookies = keep(headers.cookie, bound)
      const stolen = { cookie: pairOf(cookies, SESSION), 'user-agent': 'another' }
      return async () => {
        await visit(gateway, '/', cookies)
        await send(gateway.url, { headers: stolen })
      }
    }
  },
  crowd: {
    alerts: {
      DescriptorsLow: `event streams use most of ${OPEN_FILES} file descriptors`,
      LimitReached: 'more event streams are opened than are served at a time',
      ConnectionsRefused: 'dozens of event streams more are opened than are served',
      LoopLag: 'the process is stopped again and again'
    },
    async begin({ launch, t }) {
      const application = await startApplication(QUIET_TICK_MS)
      t.teardown(() => application.close())
      const gateway = await launch('crowd', {
        upstreamUrl: application.url,
        limits: `ulimit -n ${OPEN_FILES}`
      })
      for (let count = 0; count < STREAMS; count++)
        void request(`${gateway.url}/events`).then(
          ({ body }) => body.on('error', () => {}).resume(),
          () => {}
        )
      return async () => {
        for (let count = 0; count < STOPS; count++) {
          process.kill(gateway.pid, 'SIGSTOP')
          await delay(STOPPED_MS)
          process.kill(gateway.pid, 'SIGCONT')
          await delay(RUNNING_MS)
        }
      }
    }
  }
}

/** Ordinary traffic at a gateway where all is well. Returns what has to be repeated. */
export async function visitInPeace({ launch, startProvider, t }: Site) {
  const provider = await startProvider()
  const cookies: string[] = []
  const visitAll = (gateway: OperatedGateway) =>
    Promise.all(cookies.flatMap((cookie) => times(VISITS_IN_PEACE, () => visit(gateway, '/page', cookie))))
  const gateway = await launch('healthy', {
    provider,
    async prepare(started) {
      cookies.push(...(await signInAll(provider, started)))
      for (let round = 0; round < WARM_UP_ROUNDS; round++) await visitAll(started)
    }
  })
  const result = createLoadResult()
  const cookieOf = () => cookies[0] ?? ''
  const streams = openStreams(gateway.url, { count: 2, cookieOf, mayEndStreams: true, result })
  t.teardown(() => streams.close())
  return {
    cookie: cookieOf(),
    visits: () => visitAll(gateway)
  }
}

/** Starts gateways in a folder, in front of an application. */
export function createSite({ folder, t, prometheus, upstreamUrl }: SiteOptions): Site {
  const startProvider: Site['startProvider'] = (options) =>
    startTestStandIn(t, { projectId: 'demo-monitoring', ...options })
  return {
    folder,
    t,
    startProvider,
    hasFired: (alert) => prometheus.fired().some(({ labels }) => labels.alertname === alert),
    async launch(job, { provider, session, more, prepare, ...options } = {}) {
      const gateway = await startOperatedGateway(mkdtempSync(join(folder, `${job}-`)), {
        provider: provider ?? (await startProvider()),
        upstreamUrl,
        first: { publicPaths: ['/events'], keys: keysOf(job) },
        session: { signInsPerMinute: 0, ...session },
        more: { login: { locales: { enabled: ['en'] } }, shutdown: { drainSeconds: 0 }, ...more },
        ...options
      })
      t.teardown(() => gateway.end())
      await prepare?.(gateway)
      await prometheus.addTarget(job, gateway.managementUrl)
      return gateway
    }
  }
}

function keysOf(name: string): string {
  return `${signatureKeyOf(name)}\n`
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

async function signInAll({ accounts }: StandIn, gateway: OperatedGateway): Promise<string[]> {
  const cookies: string[] = []
  for (const uid of times(USERS, (index) => `user-${index}`)) {
    accounts.create({ uid })
    cookies.push(await gateway.signIn(uid))
  }
  return cookies
}

function visit({ url }: OperatedGateway, path: string, cookie = ''): Promise<Response> {
  return send(`${url}${path}`, { headers: { cookie } })
}

function postGarbage({ url }: OperatedGateway): Promise<Response> {
  return postSession(url, 'garbage', null, { origin: url })
}
