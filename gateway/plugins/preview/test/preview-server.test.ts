import t from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { PREVIEW_NEEDS, startPreview } from '../preview.ts'

const loaded = loadConfig({ file: null, env: {}, plugins: [] }, PREVIEW_NEEDS)
if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
const preview = await startPreview(loaded.config, 0)
t.teardown(() => preview.close())

t.test('preview server: a request for another host, 404', async (t) => {
  for (const path of ['/', '/_gallery/setup', '/login?preview=sign-in']) {
    t.equal((await send(preview.url + path)).status, 200, path)
    const headers = { host: 'evil.example' }
    t.equal((await send(preview.url + path, { headers })).status, 404, `${path} for another host`)
  }
})

t.test('preview server: hostile queries, a response without their content', async (t) => {
  for (const target of [
    '/login?preview=__proto__',
    '/_auth/assets/..%2f..%2fpackage.json',
    '/_auth/assets/__proto__',
    '/_auth/assets/gallery.html'
  ])
    t.equal((await send(preview.url + target)).status, 404, target)
  for (const target of ['/login?preview=%ff', '/%ff'])
    t.ok((await send(preview.url + target)).status < 500, target)
  const odd = `/login?preview=sign-in&scheme=purple&dir=%22%3E%3Cscript%3E&lang=${'x'.repeat(4000)}`
  const page = await send(preview.url + odd)
  t.equal(page.status, 200)
  t.notMatch(await page.text(), '"><script>')
})
