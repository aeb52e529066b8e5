import type { StandIn } from '../stand-in/stand-in.ts'
import {
  DEMO_APPLICATION,
  DEMO_WIKI,
  EXAMPLES,
  showCall,
  showExample,
  WIKI_EXAMPLES,
  WIKI_RULES
} from './examples.ts'
import type { GuideExample } from './upstream/guide.ts'
import { type DemoUpstream, startDemoUpstream } from './upstream/upstream.ts'

const NAME = 'Demo application'
const WIKI_NAME = 'Demo wiki'

/** The applications of the demo. */
export interface DemoApplications {
  /** The first one, at the origin of `publicUrl`. */
  upstream: DemoUpstream
  /** What there is to try at all of them. */
  examples: readonly GuideExample[]
  /** What the gateway has to know of them, as environment variables. */
  variables: Record<string, string>
  close(): Promise<void>
}

/** Two applications behind the gateway itself: at `url`, and at the host `wiki.localhost` on the same port. */
export async function startApplications(
  url: string,
  provider: Pick<StandIn, 'projectId' | 'issueIdToken'>
): Promise<DemoApplications> {
  const wikiUrl = Object.assign(new URL(url), { hostname: 'wiki.localhost' }).origin
  const wikiExamples = WIKI_EXAMPLES.map((example) => showExample(example, wikiUrl))
  const examples = [...EXAMPLES.map((example) => showExample(example, url)), ...wikiExamples]
  const upstream = await startDemoUpstream({
    guide: {
      name: NAME,
      examples,
      neighbour: { name: WIKI_NAME, url: `${wikiUrl}/` },
      machine: showCall(url, provider)
    }
  })
  const wiki = await startDemoUpstream({
    guide: {
      name: WIKI_NAME,
      examples: wikiExamples,
      neighbour: { name: NAME, url: `${url}/` },
      machine: null
    }
  })
  const applications = [
    { name: DEMO_APPLICATION, upstream: { url: upstream.url } },
    {
      name: DEMO_WIKI,
      host: 'wiki.localhost',
      upstream: { url: wiki.url },
      access: { default: 'signed-in', rules: WIKI_RULES }
    }
  ]
  return {
    upstream,
    examples,
    variables: { GATEHOUSE_APPLICATIONS: JSON.stringify(applications) },
    async close() {
      await Promise.all([upstream.close(), wiki.close()])
    }
  }
}

/** One application, which a proxy at `url` reaches itself; the gateway proxies nothing and answers its questions. */
export async function startProxiedApplication(
  url: string,
  ports: { applicationPort: number; questionsPort: number }
): Promise<DemoApplications> {
  const examples = EXAMPLES.map((example) => showExample(example, url))
  const guide = { name: NAME, examples, neighbour: null, machine: null }
  const upstream = await startDemoUpstream({ port: ports.applicationPort, guide })
  return {
    upstream,
    examples,
    variables: {
      GATEHOUSE_UPSTREAM: 'null',
      GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
      GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: String(ports.questionsPort)
    },
    close: upstream.close
  }
}
