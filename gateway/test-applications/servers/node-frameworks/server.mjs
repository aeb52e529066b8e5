// Applications of the same shape for several frameworks, each as its documentation writes them.
import { join } from 'node:path'

const [name, port, site] = process.argv.slice(2)
const PORT = Number(port)
const HOST = '127.0.0.1'

async function startExpress(version) {
  const { default: express } = await import(`express-${version}`)
  const { default: methodOverride } = await import('method-override')
  const app = express()
  app.use(express.urlencoded({ extended: true }))
  app.use(methodOverride('X-HTTP-Method-Override'))
  app.use(methodOverride('_method'))
  const admin = express.Router()
  admin.get('/', (_req, res) => res.send('PROTECTED-admin'))
  admin.get('/panel', (_req, res) => res.send('PROTECTED-admin'))
  app.use('/admin', admin)
  app.get('/secret', (_req, res) => res.send('PROTECTED-secret'))
  app.get('/a/b/private/:page', (_req, res) => res.send('PROTECTED-private'))
  app.get('/public/page', (_req, res) => res.send('PUBLIC-page'))
  app.get(['/hello', '/administration', '/secrets', '/a/b/open'], (req, res) =>
    res.send(`PUBLIC ${req.path}`)
  )
  app.get('/:folder/akten', (req, res, next) =>
    req.params.folder === 'büro' ? res.send('PROTECTED-office') : next()
  )
  app.get('/:folder/wiese', (req, res, next) =>
    req.params.folder === 'grün' ? res.send('PUBLIC-wiese') : next()
  )
  app.use(express.static(site, { extensions: ['html'] }))
  app.listen(PORT, HOST)
}

async function startFastify() {
  const { default: fastify } = await import('fastify')
  const { default: files } = await import('@fastify/static')
  const app = fastify({
    ignoreTrailingSlash: true,
    caseSensitive: false,
    ignoreDuplicateSlashes: true,
    useSemicolonDelimiter: true
  })
  app.register(
    async (admin) => {
      admin.get('/', async () => 'PROTECTED-admin')
      admin.get('/panel', async () => 'PROTECTED-admin')
    },
    { prefix: '/admin' }
  )
  app.get('/secret', async () => 'PROTECTED-secret')
  app.get('/büro/akten', async () => 'PROTECTED-office')
  app.get('/a/b/private/:page', async () => 'PROTECTED-private')
  app.get('/public/page', async () => 'PUBLIC-page')
  for (const path of ['/hello', '/administration', '/secrets', '/grün/wiese', '/a/b/open'])
    app.get(path, async () => `PUBLIC ${path}`)
  app.register(files, { root: join(site, 'files'), prefix: '/files/' })
  await app.listen({ port: PORT, host: HOST })
}

async function startKoa() {
  const { default: Koa } = await import('koa')
  const { default: Router } = await import('@koa/router')
  const app = new Koa()
  const router = new Router()
  const admin = new Router({ prefix: '/admin' })
  const send = (text) => (context) => {
    context.body = text
  }
  admin.get('/', send('PROTECTED-admin'))
  admin.get('/panel', send('PROTECTED-admin'))
  router.get('/secret', send('PROTECTED-secret'))
  router.get('/a/b/private/:page', send('PROTECTED-private'))
  router.get('/files/report.pdf', send('PROTECTED-report'))
  router.get('/public/page', send('PUBLIC-page'))
  for (const path of ['/', '/hello', '/administration', '/secrets', '/a/b/open', '/files/report.txt'])
    router.get(path, send(`PUBLIC ${path}`))
  router.get('/:folder/:page', (context) => {
    if (context.params.folder === 'büro') context.body = 'PROTECTED-office'
    if (context.params.folder === 'grün') context.body = 'PUBLIC-wiese'
  })
  app.use(admin.routes())
  app.use(router.routes()).use(router.allowedMethods())
  app.listen(PORT, HOST)
}

async function startHono() {
  const { Hono } = await import('hono')
  const { serve } = await import('@hono/node-server')
  const { serveStatic } = await import('@hono/node-server/serve-static')
  const app = new Hono({ strict: false })
  const admin = new Hono()
  admin.get('/', (c) => c.text('PROTECTED-admin'))
  admin.get('/panel', (c) => c.text('PROTECTED-admin'))
  app.route('/admin', admin)
  app.get('/secret', (c) => c.text('PROTECTED-secret'))
  app.get('/büro/akten', (c) => c.text('PROTECTED-office'))
  app.get('/a/b/private/:page', (c) => c.text('PROTECTED-private'))
  app.get('/public/page', (c) => c.text('PUBLIC-page'))
  for (const path of ['/hello', '/administration', '/secrets', '/grün/wiese', '/a/b/open'])
    app.get(path, (c) => c.text(`PUBLIC ${path}`))
  process.chdir(site)
  app.use('/files/*', serveStatic({ root: './' }))
  serve({ fetch: app.fetch, port: PORT, hostname: HOST })
}

/** Without a framework: the URL parser and a table. */
async function startPlain() {
  const { createServer } = await import('node:http')
  const pages = new Map([
    ...['/admin', '/admin/panel'].map((path) => [path, 'PROTECTED-admin']),
    ['/secret', 'PROTECTED-secret'],
    ['/büro/akten', 'PROTECTED-office'],
    ['/a/b/private/page', 'PROTECTED-private'],
    ['/files/report.pdf', 'PROTECTED-report'],
    ...[
      '/',
      '/public/page',
      '/hello',
      '/administration',
      '/secrets',
      '/grün/wiese',
      '/a/b/open',
      '/files/report.txt'
    ].map((path) => [path, `PUBLIC ${path}`])
  ])
  createServer((request, response) => {
    let page
    try {
      const { pathname } = new URL(request.url, 'http://localhost')
      page = pages.get(decodeURIComponent(pathname).replace(/(?<=.)\/+$/, ''))
    } catch {}
    response.writeHead(page === undefined ? 404 : 200).end(page ?? 'missing')
  }).listen(PORT, HOST)
}

const STARTS = {
  'express-4': () => startExpress(4),
  'express-5': () => startExpress(5),
  fastify: startFastify,
  koa: startKoa,
  hono: startHono,
  plain: startPlain
}
await STARTS[name]()
