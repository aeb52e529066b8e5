// What is a page of the site, and where.
import { posix } from 'node:path'

const PROXIES = ['nginx', 'HAProxy', 'Caddy', 'Traefik', 'Envoy', 'Apache', 'Kubernetes'].map((name) => {
  const folder = `deploy/forward-auth/${name.toLowerCase()}/`
  return [name, `${folder}README.md`, folder]
})

/**
 * Which documents are pages of the site, in the order of its navigation: the text of a link, the document, the address of its page,
 * which stays as it is, and the links below. A link to a section of a page has no address.
 */
export const GROUPS = {
  Start: [
    ['What it is', 'README.md', ''],
    ['Run it in a minute', 'README.md#run-it-in-a-minute'],
    ['Your own application', 'README.md#your-own-application-without-a-cloud-project'],
    ['In front of your application', 'README.md#put-it-in-front-of-your-application'],
    ['Glossary', 'gateway/docs/glossary.md', 'start/glossary/'],
    ['Measurements', 'bench/README.md', 'start/measurements/'],
    ['Release notes', 'CHANGELOG.md', 'start/release-notes/']
  ],
  Guides: [
    ['Access rules', 'config/README.md#access-rules'],
    ['Login page and account page', 'login-ui/README.md', 'guides/login-page/'],
    ['Help for visitors', 'login-ui/FOR-VISITORS.md', 'guides/help-for-visitors/'],
    ['Company sign-in', 'gateway/docs/enterprise-providers.md', 'guides/enterprise-providers/'],
    ['Firebase client SDK', 'gateway/docs/firebase-sdk.md', 'guides/firebase-sdk/'],
    ['Blocking functions', 'gateway/docs/blocking-functions.md', 'guides/blocking-functions/'],
    ['App Check', 'gateway/docs/app-check.md', 'guides/app-check/'],
    ['MCP servers', 'gateway/docs/mcp-server.md', 'guides/mcp-server/'],
    ['Recipes for applications', 'gateway/docs/application-recipes.md', 'guides/recipes/'],
    ['Paths of frameworks', 'gateway/docs/framework-paths.md', 'guides/framework-paths/'],
    ['Verifying the assertion', 'deploy/examples/README.md', 'guides/assertion/']
  ],
  Deploy: [
    ['Choose how to run it', 'deploy/CHOOSE.md', 'deploy/choose/'],
    ['Containers, systemd, Kubernetes', 'deploy/README.md', 'deploy/'],
    ['Helm chart', 'deploy/helm/gatehouse/README.md', 'deploy/helm/'],
    ['Google Cloud', 'deploy/google-cloud/README.md', 'deploy/google-cloud/'],
    ['Forward auth', 'deploy/forward-auth/README.md', 'deploy/forward-auth/', PROXIES]
  ],
  Operate: [
    ['Troubleshooting', 'gateway/docs/troubleshooting.md', 'operate/troubleshooting/'],
    ['Runbook', 'deploy/RUNBOOK.md', 'operate/runbook/'],
    ['Alerts and dashboard', 'deploy/README.md#alerts-and-dashboard'],
    ['What doctor finds', 'deploy/README.md#what-doctor-finds'],
    ['Logs', 'deploy/README.md#logs'],
    ['Upgrade and rollback', 'deploy/README.md#upgrade-and-rollback']
  ],
  Reference: [
    ['Configuration', 'config/README.md', 'reference/configuration/'],
    ['Commands', 'gateway/COMMANDS.md', 'reference/commands/'],
    ['Endpoints and headers', 'gateway/REFERENCE.md', 'reference/'],
    ['Error codes', 'gateway/REFERENCE.md#errors'],
    ['Metrics', 'gateway/REFERENCE.md#metrics']
  ],
  Security: [
    ['Security model', 'gateway/SECURITY-MODEL.md', 'security/'],
    ['Report a vulnerability', 'SECURITY.md', 'security/report/']
  ],
  Develop: [
    ['Contribute', 'CONTRIBUTING.md', 'develop/'],
    ['Architecture', 'gateway/README.md', 'develop/architecture/'],
    ['The hot path', 'gateway/docs/hot-path.md', 'develop/hot-path/'],
    ['This site', 'deploy/site/README.md', 'develop/site/']
  ]
}

const listEntries = (items) => items.flatMap((entry) => [entry, ...listEntries(entry[3] ?? [])])

/** Document -> address of its page, from the base of the site. */
export const ADDRESSES = new Map(
  listEntries(Object.values(GROUPS).flat())
    .filter(([, , address]) => address !== undefined)
    .map(([, file, address]) => [file, address])
)

/** The address of a document, or of a place in it: `deploy/RUNBOOK.md#clockoff`. Undefined if it is not a page. */
export function addressOf(link) {
  const [file, anchor] = link.split('#')
  const address = ADDRESSES.get(file)
  if (address === undefined) return undefined
  return anchor === undefined ? `/${address}` : `/${address}#${anchor}`
}

const WITH_SCHEME = /^[a-z][a-z\d+.-]*:/i

/** Where a link of a document leads on the site. Null: to a file that is no page, of a repository without an address. */
export function findTarget(file, link, sources) {
  if (WITH_SCHEME.test(link) || link.startsWith('#')) return link
  const [path, anchor] = link.split('#')
  const target = posix.join(posix.dirname(file), path).replace(/\/$/, '')
  const document = ADDRESSES.has(target) ? target : posix.join(target, 'README.md')
  const found = addressOf(anchor === undefined ? document : `${document}#${anchor}`)
  return found ?? (sources === null ? null : `${sources}/${target}`)
}
