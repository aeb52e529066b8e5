import type { StandIn } from '../stand-in/stand-in.ts'
import { HANDBOOK_PAGES, INTRANET_PAGES, PORTAL_PAGES } from './contents.ts'
import {
  DEMO_APPLICATION,
  DEMO_PORTAL,
  DEMO_WIKI,
  EXAMPLES,
  listIssuers,
  PORTAL_EXAMPLES,
  PORTAL_RULES,
  RULES,
  showCall,
  showExample,
  WIKI_EXAMPLES,
  WIKI_RULES
} from './examples.ts'
import { ORGANIZATIONS } from './organizations.ts'
import type { Guide, GuideExample } from './upstream/guide.ts'
import { startDemoUpstream } from './upstream/upstream.ts'

const NAME = 'Meridian intranet'
/** Its visitors have accounts of the project itself; where nothing is said, they choose an organization. */
const OF_THE_PROJECT = { tenant: null }

/** The applications at hosts of their own. */
const HOSTED = [
  {
    name: DEMO_WIKI,
    title: 'Meridian handbook',
    host: 'wiki.localhost',
    rules: WIKI_RULES,
    login: OF_THE_PROJECT,
    examples: WIKI_EXAMPLES,
    pages: HANDBOOK_PAGES
  },
  {
    name: DEMO_PORTAL,
    title: 'Meridian portal',
    host: 'portal.localhost',
    rules: PORTAL_RULES,
    login: { theme: { layout: 'split' }, destinations: { '/': 'the customer portal' } },
    examples: PORTAL_EXAMPLES,
    pages: PORTAL_PAGES
  }
] as const

const ACCOUNT_PAGE = { GATEHOUSE_ACCOUNT_ENABLED: 'true', GATEHOUSE_ACCOUNT_DELETE: 'true' }

/** What the pages of the demo's first application show. */
function describeRules(projectId: string): Record<string, string> {
  return {
    GATEHOUSE_ACCESS_RULES: JSON.stringify(RULES),
    GATEHOUSE_BEARER: JSON.stringify(listIssuers(projectId)),
    GATEHOUSE_LOGIN_DESTINATIONS: '{"/reports":"Reports"}'
  }
}

/** The applications of the demo. */
export interface DemoApplications {
  /** What there is to try at all of them. */
  examples: readonly GuideExample[]
  /** What the gateway has to know of them, as environment variables. */
  variables: Record<string, string>
  close(): Promise<void>
}

/** Three applications behind the gateway itself: at `url`, and on the same port at `wiki.localhost` and `portal.localhost`. */
export async function startApplications(
  url: string,
  provider: Pick<StandIn, 'projectId' | 'issueIdToken'>
): Promise<DemoApplications> {
  const hosted = HOSTED.map((one) => {
    const origin = Object.assign(new URL(url), { hostname: one.host }).origin
    return { ...one, origin, examples: one.examples.map((example) => showExample(example, origin)) }
  })
  const examples = [
    ...EXAMPLES.map((example) => showExample(example, url)),
    ...hosted.flatMap((one) => one.examples)
  ]
  const places = [
    { name: NAME, url: `${url}/` },
    ...hosted.map(({ title, origin }) => ({ name: title, url: `${origin}/` }))
  ]
  const guideOf = (one: Pick<Guide, 'name' | 'pages' | 'examples' | 'machine'>): Guide => ({
    ...one,
    neighbours: places.filter((place) => place.name !== one.name),
    accountUrl: `${url}/account`
  })
  const intranet = { name: NAME, pages: INTRANET_PAGES, examples, machine: showCall(url, provider) }
  const upstream = await startDemoUpstream({ guide: guideOf(intranet) })
  const started = await Promise.all(
    hosted.map(async ({ name, title, host, rules, login, pages, examples: own }) => ({
      own: await startDemoUpstream({ guide: guideOf({ name: title, pages, examples: own, machine: null }) }),
      entry: { name, host, access: { default: 'signed-in', rules }, login }
    }))
  )
  const applications = [
    { name: DEMO_APPLICATION, upstream: { url: upstream.url }, login: OF_THE_PROJECT },
    ...started.map(({ own, entry }) => ({ ...entry, upstream: { url: own.url } }))
  ]
  return {
    examples,
    variables: {
      ...ACCOUNT_PAGE,
      ...describeRules(provider.projectId),
      GATEHOUSE_APPLICATIONS: JSON.stringify(applications),
      GATEHOUSE_LOGIN_TENANTS_CHOOSE: JSON.stringify(ORGANIZATIONS)
    },
    async close() {
      await Promise.all([upstream, ...started.map(({ own }) => own)].map((one) => one.close()))
    }
  }
}

/** An application that runs already, at an address that the configuration checks. Every signed-in visitor may use all of it. */
export function ownApplication(upstreamUrl: string): DemoApplications {
  return {
    examples: [],
    variables: { ...ACCOUNT_PAGE, GATEHOUSE_UPSTREAM_URL: upstreamUrl },
    close: async () => {}
  }
}

/** One application, which a proxy at `url` reaches itself; the gateway proxies nothing and answers its questions. */
export async function startProxiedApplication(
  url: string,
  ports: { applicationPort: number; forwardAuthPort: number },
  { projectId }: Pick<StandIn, 'projectId'>
): Promise<DemoApplications> {
  const examples = EXAMPLES.map((example) => showExample(example, url))
  const guide = {
    name: NAME,
    pages: INTRANET_PAGES,
    examples,
    neighbours: [],
    accountUrl: null,
    machine: null
  }
  const upstream = await startDemoUpstream({ port: ports.applicationPort, guide })
  return {
    examples,
    variables: {
      ...describeRules(projectId),
      GATEHOUSE_UPSTREAM: 'null',
      GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
      GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: String(ports.forwardAuthPort)
    },
    close: upstream.close
  }
}
