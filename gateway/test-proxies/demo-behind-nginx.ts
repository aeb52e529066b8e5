import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { signInAs } from '../test/fixtures/browser/login-form.ts'
import { sharedChromium, skip } from '../test/fixtures/browser/shared-browser.ts'
import { MAIN, startProgram } from '../test/fixtures/processes/child-process.ts'
import { copyDeployFile } from './deploy-files.ts'
import { isListening, startProxyProcess } from './program.ts'
import { nginxConfig } from './proxies/nginx.ts'

/** Ports of proxy, gateway, auth requests and application, as in the files and in `gatehouse demo`. */
const PORTS = [8000, 8080, 8081, 3000]
const PROXY_PORT = 8000
const STEP_TIMEOUT_MS = 15_000

/** Why the steps of the README cannot be followed here, or null. */
export async function whyNoDemo(): Promise<string | null> {
  if (skip !== false) return skip
  for (const port of PORTS) if (await isListening(port)) return `port ${port} is taken`
  return null
}

/** Follows `deploy/forward-auth/nginx/README.md`: two unchanged files, the demo, the URL of the proxy. */
export async function followReadme(t: Test, nginx: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-nginx-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['conf.d', 'snippets']) mkdirSync(join(folder, name))
  copyDeployFile('nginx/site.conf', join(folder, 'conf.d'), [])
  copyDeployFile('nginx/gatehouse.conf', join(folder, 'snippets'), [])
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, nginxConfig(folder, 'conf.d/*.conf'))
  const args = ['-p', folder, '-c', config, '-e', 'stderr']
  const running = await startProxyProcess({ program: nginx, args, port: PROXY_PORT, folder })
  t.teardown(() => running.close())

  const demo = startProgram(MAIN, ['demo', '--forward-auth'])
  t.teardown(async () => {
    demo.child.kill('SIGINT')
    await demo.ended
  })
  const [, url = '', email = '', password = ''] = await demo.printed(
    /Gatehouse demo +(\S+)\n +Sign in as +(\S+)\n +Password +(\S+)\n/
  )
  t.equal(url, `http://localhost:${PROXY_PORT}`)

  const context = await (await sharedChromium()).newContext()
  t.teardown(() => context.close())
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const page = await context.newPage()
  await page.goto(url)
  await signInAs(page, email, password)
  await page.waitForURL(`${url}/`)
  await page.getByText(email).first().waitFor()
  t.match(await page.locator('main').innerText(), /demo-user/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’re signed out.').waitFor()
}
