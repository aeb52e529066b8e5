import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { buildOtherCookies } from '../fixture/provider.ts'
import { type Peer, type RunningPeer, type Surroundings, VISITORS_HOST } from './peer.ts'
import { createBrowser, SCRIPT_CALL } from './sign-in/browser.ts'

/** What every request of the comparison asks for. */
export const PATH = '/api/items?page=1'
const OTHER_COOKIES_BYTES = 500

/** A peer that runs and does its work: a signed-in visitor gets the application's response, others do not. */
export interface StartedPeer {
  peer: Peer
  version: string
  running: RunningPeer
  /** Where connections go. */
  url: string
  /** What the browser of somebody signed in sends. */
  headers: Record<string, string>
  /** The same for another `Cookie` header of the peer. */
  headersWith(cookie: string): Record<string, string>
  close(): Promise<void>
}

const folders = new Set<string>()
process.once('exit', () => {
  for (const folder of folders) removeFolder(folder)
})

/** What all peers share. */
export type Shared = Pick<
  Surroundings,
  'upstreamUrl' | 'upstreamBody' | 'oidc' | 'refreshAfterSeconds' | 'refreshDelayMs'
>

/** Starts a peer, signs somebody in, and makes sure that it does its work. Rejects, with the peer ended, when it does not. */
export async function startPeer(peer: Peer, shared: Shared): Promise<StartedPeer> {
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-peer-'))
  // Some serve as somebody else than who starts them.
  chmodSync(folder, 0o755)
  folders.add(folder)
  const running = await peer.start({ ...shared, port, folder })
  const close = async () => {
    await running.close()
    removeFolder(folder)
  }
  try {
    const headersWith = (cookie: string) => headersFor(port, cookie)
    const headers = headersWith(await running.signIn())
    await checkWork({ peer, port, headers, body: shared.upstreamBody })
    const version = peer.find() ?? 'unknown'
    return { peer, version, running, url: `http://127.0.0.1:${port}`, headers, headersWith, close }
  } catch (err) {
    await close()
    throw err
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}

function headersFor(port: number, cookie: string): Record<string, string> {
  const host = `${VISITORS_HOST}:${port}`
  const others = buildOtherCookies(OTHER_COOKIES_BYTES)
  return {
    host,
    ...SCRIPT_CALL,
    referer: `http://${host}/items`,
    cookie: cookie === '' ? others : `${others}; ${cookie}`
  }
}

interface Work {
  peer: Peer
  port: number
  headers: Record<string, string>
  body: string
}

async function checkWork({ peer, port, headers, body }: Work): Promise<void> {
  const url = `http://${VISITORS_HOST}:${port}${PATH}`
  const passed = await createBrowser().ask(url, { headers })
  if (passed.status !== 200 || passed.body !== body)
    throw new Error(`${peer.name} answers ${passed.status} to somebody who is signed in`)
  if (!peer.checks) return
  const refused = await createBrowser().ask(url, { headers: headersFor(port, '') })
  if (refused.status < 300 || refused.body === body)
    throw new Error(`${peer.name} answers ${refused.status} to somebody who is not signed in`)
}
