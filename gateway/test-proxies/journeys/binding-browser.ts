import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { chromium } from 'playwright-core'
import { findChromium } from '../../test/fixtures/browser/browser.ts'
import { findProgram } from '../../test/fixtures/processes/find-program.ts'
import type { Teardown } from '../../test/fixtures/provider/stand-in.ts'
import type { Places } from '../proxy.ts'

const STEP_TIMEOUT_MS = 15_000
const FEATURES = 'DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting'

/** Why no browser here can bind sessions; null: one can. */
export function whyNoBinding(): string | null {
  if (findChromium() === null) return 'no Chromium: Debian’s package `chromium`'
  return findProgram('CERTUTIL_PATH', 'certutil') === null
    ? 'no certutil: Debian’s package `libnss3-tools`'
    : null
}

/** Opens a Chromium that binds sessions. It does so only for sites whose certificates it trusts: here, those of the proxy. */
export async function openBindingBrowser(t: Teardown, { visitors, signInHost, applications }: Places) {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-browser-'))
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
  const store = join(home, '.pki', 'nssdb')
  mkdirSync(store, { recursive: true })
  const certutil = (...args: string[]) =>
    execFileSync(findProgram('CERTUTIL_PATH', 'certutil') ?? '', ['-d', `sql:${store}`, ...args])
  certutil('-N', '--empty-password')
  for (const host of [signInHost, ...applications.map((one) => one.host)]) {
    const file = join(home, `${host}.der`)
    writeFileSync(file, await readCertificate(host, visitors))
    certutil('-A', '-t', 'CP,,', '-n', host, '-i', file)
  }
  const context = await chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath: findChromium() ?? '',
    env: { ...process.env, HOME: home },
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...['--host-resolver-rules=MAP * 127.0.0.1', `--enable-features=${FEATURES}`]
    ]
  })
  t.teardown(() => context.close())
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const [page = await context.newPage()] = context.pages()
  const cdp = await context.newCDPSession(page)
  const proofsAt = async (origin: string) =>
    (await context.cookies(origin)).filter(({ name }) => name.endsWith('-device'))
  return {
    page,
    /** Resolves once there is a proof for an origin; rejects after 15 s. */
    async untilProved(origin: string) {
      const endsAt = performance.now() + STEP_TIMEOUT_MS
      while ((await proofsAt(origin)).length === 0)
        if (performance.now() > endsAt) throw new Error(`${origin}: never bound`)
    },
    /** As if the proofs had run out. */
    async dropProofs(origin: string) {
      for (const { name, domain } of await proofsAt(origin))
        await cdp.send('Network.deleteCookies', { name, domain })
    }
  }
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
