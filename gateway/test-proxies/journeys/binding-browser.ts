import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { openBindingBrowser, trustIn } from '../../plugins/device-binding/test/chromium/binding-browser.ts'
import type { Teardown } from '../../test/fixtures/provider/stand-in.ts'
import type { Places } from '../proxy.ts'

const STEP_TIMEOUT_MS = 15_000

/** Opens a browser that binds sessions behind a proxy, whose certificates it trusts. */
export async function openBrowserBehind(t: Teardown, { visitors, signInHost, applications }: Places) {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-browser-'))
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
  const certificates: Record<string, string> = {}
  for (const host of [signInHost, ...applications.map((one) => one.host)]) {
    const file = join(home, `${host}.der`)
    writeFileSync(file, await readCertificate(host, visitors))
    certificates[host] = file
  }
  trustIn(home, 'CP,,', certificates)
  const browser = await openBindingBrowser(t, home)
  browser.context.setDefaultTimeout(STEP_TIMEOUT_MS)
  return browser
}

/** What a proxy shows to visitors of a host, in DER. */
function readCertificate(servername: string, port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
    socket.once('error', reject).once('secureConnect', () => {
      resolve(socket.getPeerCertificate().raw)
      socket.destroy()
    })
  })
}
