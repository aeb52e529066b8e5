import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { packagePath } from '../../src/config/package-files.ts'

const read = (...path: string[]) => readFileSync(packagePath('deploy', 'forward-auth', ...path), 'utf8')
const middlewares: Record<string, Tree> = parse(read('traefik', 'gatehouse.yml')).http.middlewares

/** Where the gateway receives auth requests in a cluster. */
const AUTH_SERVICE = 'gatehouse-auth.gatehouse'

type Tree = Record<string, unknown>

/** The tree of dotted keys, such as labels. Compose writes `$$` for `$`. */
function treeOf(entries: readonly (readonly [key: string, value: string])[]): Tree {
  const tree: Tree = {}
  for (const [key, value] of entries) {
    const path = key.split('.')
    const last = path.pop() ?? ''
    const place = path.reduce<Tree>((at, name) => {
      at[name] ??= {}
      return at[name] as Tree
    }, tree)
    place[last] = value.replaceAll('$$', '$')
  }
  return tree
}

/** The services of a Compose file, by name. */
const servicesOf = (proxy: string): Record<string, Tree> => parse(read(proxy, 'compose.yaml')).services

for (const proxy of ['nginx', 'traefik']) {
  t.test(`Compose: ${proxy} mounts its files, and Gatehouse shares its network`, async (t) => {
    const services = servicesOf(proxy)
    t.equal(services.gatehouse?.network_mode, `service:${proxy}`)
    const found = Object.values(services).flatMap(({ ports }) => ports ?? [])
    t.same(found, services[proxy]?.ports, 'only the proxy is published')
    const mounted = Object.values(services)
      .flatMap(({ volumes }) => (volumes ?? []) as string[])
      .map((volume) => volume.split(':'))
      .filter(([source = '']) => source.startsWith('./'))
    t.ok(mounted.length >= 2)
    for (const [source = '', , mode] of mounted) {
      t.ok(existsSync(packagePath('deploy', 'forward-auth', proxy, source)), source)
      t.equal(mode, 'ro', source)
    }
  })
}

t.test('Compose: the labels for Traefik are equivalent to site.yml', async (t) => {
  const services = servicesOf('traefik')
  const labels = Object.values(services).flatMap(({ labels = {} }) => Object.entries(labels as object))
  const { traefik } = treeOf(labels) as {
    traefik: { http: { routers: Record<string, Tree>; services: Tree } }
  }
  const site = parse(read('traefik', 'site.yml')).http
  t.same(Object.keys(traefik.http.routers).sort(), Object.keys(site.routers).sort())
  for (const [name, router] of Object.entries<Tree & { middlewares?: string[] }>(site.routers)) {
    const { middlewares: wanted = [], service, ...rest } = router
    // Labels refer to what a Traefik file defines with `@file`.
    const expected = {
      ...rest,
      priority: String(rest.priority),
      service: service === 'gatehouse' ? 'gatehouse@file' : service,
      ...(wanted.length === 0 ? {} : { middlewares: wanted.map((one) => `${one}@file`).join(',') })
    }
    t.same(traefik.http.routers[name], expected, name)
  }
  t.same(traefik.http.services, { application: { loadbalancer: { server: { port: '3000' } } } })
})

t.test('Compose: the arguments of Traefik are equivalent to traefik.yml', async (t) => {
  const args = servicesOf('traefik').traefik?.command as string[]
  const given = treeOf(
    args.map((arg) => {
      const [, key = '', value = ''] = /^--([^=]+)=(.*)$/.exec(arg) ?? []
      return [key, value] as const
    })
  ) as { entryPoints: Tree; providers: { file: Tree; docker: Tree } }
  const { entryPoints, providers } = parse(read('traefik', 'traefik.yml'))
  const { forwardedHeaders, ...visitors } = entryPoints.visitors
  t.same(forwardedHeaders, { trustedIPs: [] }, 'the default')
  const { http, ...rest } = visitors
  t.same(given.entryPoints, {
    visitors: { ...rest, http: { ...http, sanitizePath: String(http.sanitizePath) } }
  })
  t.same(given.providers.file, providers.file)
  t.same(given.providers.docker, { exposedByDefault: 'false' })
})

t.test('Kubernetes: the middlewares for Traefik are those of gatehouse.yml', async (t) => {
  const objects = parseAllDocuments(read('kubernetes', 'traefik.yaml')).map((one) => one.toJS())
  const found = objects.filter(({ kind }) => kind === 'Middleware')
  t.same(found.map(({ metadata }) => metadata.name).sort(), Object.keys(middlewares).sort())
  for (const { metadata, spec } of found) {
    const expected = structuredClone(middlewares[metadata.name]) as {
      chain?: { middlewares: unknown[] }
      forwardAuth?: Tree
    }
    if (expected.chain !== undefined)
      expected.chain.middlewares = expected.chain.middlewares.map((name) => ({ name }))
    if (expected.forwardAuth !== undefined)
      expected.forwardAuth.address = `http://${AUTH_SERVICE}.svc.cluster.local:8081/_auth/verify`
    t.same(spec, expected, metadata.name)
  }
})

t.test('Kubernetes: every Traefik route has forward auth, a separate one for WebSockets', async (t) => {
  const objects = ['traefik.yaml', 'traefik-ingressroute.yaml'].flatMap((name) =>
    parseAllDocuments(read(join('kubernetes', name))).map((one) => one.toJS())
  )
  const { rules } = objects.find(
    ({ kind, metadata }) => kind === 'HTTPRoute' && metadata.name === 'wiki'
  ).spec
  t.same(
    rules.map(({ matches = [], filters }: { matches?: { headers: unknown[] }[]; filters: Tree[] }) => [
      matches.flatMap(({ headers }) => headers),
      filters.map(({ extensionRef }) => (extensionRef as Tree).name)
    ]),
    [
      [[{ name: 'Upgrade', type: 'RegularExpression', value: '(?i)^websocket$' }], ['gatehouse-websocket']],
      [[], ['gatehouse']]
    ]
  )
  const { routes } = objects.find(
    ({ kind, metadata }) => kind === 'IngressRoute' && metadata.name === 'wiki'
  ).spec
  const { routers } = parse(read('traefik', 'sites.yml')).http
  t.same(
    routes.map(({ match, middlewares: asked }: { match: string; middlewares: Tree[] }) => [
      match,
      asked.map(({ name }) => name)
    ]),
    [routers['wiki-websocket'], routers.wiki].map(({ rule, middlewares: asked }) => [rule, asked])
  )
})
