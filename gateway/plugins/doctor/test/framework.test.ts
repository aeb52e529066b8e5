import t from 'tap'
import { recognizeFramework } from '../../../src/access/rules/frameworks.ts'
import { sayFinding, startDoctor } from '../../../test/fixtures/commands/doctor.ts'
import { startUpstream } from '../../../test/fixtures/wire/upstream.ts'

const doctor = await startDoctor(t)

/** The finding for an application whose start page responds so. */
async function find(headers: Record<string, string>, page = '', env: Record<string, string> = {}) {
  const application = await startUpstream(t, (_req, res) => void res.writeHead(200, headers).end(page))
  return sayFinding(await doctor.examine({ GATEHOUSE_UPSTREAM_URL: application.url, ...env }), 'FRAMEWORK')
}

t.test('doctor: the start page shows a framework, a warning names the key', async (t) => {
  t.match(
    await find({ 'x-powered-by': 'Next.js' }),
    /^warn the start page looks like nextjs.*set framework: nextjs/
  )
  t.match(await find({}, '<img src="/wp-content/a.png">'), /^warn .*set framework: wordpress/)
})

t.test('doctor: the framework is set, or shows nothing, ok', async (t) => {
  const env = { GATEHOUSE_FRAMEWORK: 'nextjs' }
  t.match(await find({ 'x-powered-by': 'Next.js' }, '', env), /^ok framework: nextjs/)
  t.match(await find({ 'x-powered-by': 'Express' }, '<p>tool.php</p>'), /^ok no known framework/)
})

t.test('frameworks: headers, cookies and pages tell them', async (t) => {
  const rows: readonly [text: string, expected: string | null][] = [
    ['x-nextjs-cache: HIT', 'nextjs'],
    ['<script src="/docs/_next/static/a.js">', 'nextjs'],
    ['x-powered-by: Express\n<script>window.__reactRouterContext = {}', 'react-router'],
    ['x-remix-response: yes', 'react-router'],
    ['<script src="/_nuxt/entry.js">', 'nuxt'],
    ['x-sveltekit-page: true', 'sveltekit'],
    ['<div id="___gatsby">', 'gatsby'],
    ['<astro-island uid="1">', 'astro'],
    ['link: <https://a/wp-json/>; rel="https://api.w.org/"', 'wordpress'],
    ['x-request-id: 1\nx-runtime: 0.004211', 'rails'],
    ['set-cookie: laravel_session=x', 'laravel'],
    ['set-cookie: my-app-laravel-session=x', 'laravel'],
    ['x-debug-token: a1', 'symfony'],
    ['set-cookie: PHPSESSID=x', 'php'],
    ['/index.php', 'php'],
    ['server: nginx\n<a href="x.php">', null],
    ['x-powered-by: Express', null],
    ['', null]
  ]
  for (const [text, expected] of rows) t.equal(recognizeFramework(text), expected, text)
})
