import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, launchTrusting } from '../../../../test/fixtures/browser/browser.ts'
import { findProgram } from '../../../../test/fixtures/processes/find-program.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'

const FEATURES = 'DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting'

/** Session cookies and short ones. */
const OWN = /^__\w+-gatehouse(?:-device)?$/

const findCertutil = () => findProgram('CERTUTIL_PATH', 'certutil')

/** Why no browser here can bind sessions; null: one can. */
export function whyNoBinding(): string | null {
  if (findChromium() === null) return 'no Chromium: Debian’s package `chromium`'
  return findCertutil() === null ? 'no certutil: Debian’s package `libnss3-tools`' : null
}

/** Makes `home` one in which browsers trust these certificates: file by name. `flags`: what for, in the words of certutil. */
export function trustIn(home: string, flags: string, certificates: Readonly<Record<string, string>>): void {
  const store = join(home, '.pki', 'nssdb')
  mkdirSync(store, { recursive: true })
  const run = (...args: string[]) => execFileSync(findCertutil() ?? '', ['-d', `sql:${store}`, ...args])
  run('-N', '--empty-password')
  for (const [name, file] of Object.entries(certificates)) run('-A', '-t', flags, '-n', name, '-i', file)
}

/** Of one browser. */
export interface BrowserOptions {
  /** Of its profile; default: a new one. */
  folder?: string
  args?: readonly string[]
}

/** Opens a browser that binds sessions, of sites alone whose certificates are trusted in `home`. */
export async function openBindingBrowser(
  t: Teardown,
  home: string,
  { folder = mkdtempSync(join(home, 'profile-')), args = [] }: BrowserOptions = {}
) {
  const more = [`--enable-features=${FEATURES}`, ...args]
  const context = await launchTrusting(findChromium() ?? '', { folder, home, more })
  t.teardown(() => context.close())
  const [page = await context.newPage()] = context.pages()
  const cdp = await context.newCDPSession(page)
  /** Of the gateway. */
  const cookies = async () => (await context.cookies()).filter(({ name }) => OWN.test(name))
  /** Short cookies: of each host that has one, or of one host. */
  const proofs = async (of?: string) =>
    (await cookies()).filter(({ name, domain }) => name.endsWith('-device') && domain === (of ?? domain))
  return {
    folder,
    context,
    page,
    cookies,
    proofs,
    /** As if the short cookies had run out, of one host or all. */
    async dropProofs(of?: string): Promise<void> {
      for (const { name, domain } of await proofs(of))
        await cdp.send('Network.deleteCookies', { name, domain })
    }
  }
}
