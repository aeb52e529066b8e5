import { equal, match } from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { createVisitor, signIn } from '../fixtures/visitor.ts'
import { ADA, type Scene, startScene } from './scene.ts'

/** A signed-in visitor without a browser, which takes a tenth of the time. */
export async function visit({ origin, provider }: Pick<Scene, 'origin' | 'provider'>) {
  const gateway = { url: origin, provider }
  const visitor = createVisitor(gateway, origin)
  await signIn(visitor, gateway, origin, ADA.uid)

  /** The page that an authorization request leads to, or the address of the client. */
  const open = async (url: string) => await visitor.go(url)
  return {
    open,
    /** Allows what it asks for; returns the page, and where that leads. */
    async allow(url: string) {
      const page = await open(url)
      equal(page.status, 200, `${page.location} ${page.text}`)
      match(page.text, />Allow</)
      const { location } = await visitor.go(String(page.location), { method: 'POST' })
      return { text: page.text, arrived: String(location) }
    }
  }
}

/** A scene whose MCP server only says who calls. */
export async function startNamedScene(t: Teardown): Promise<Scene> {
  const scene = await startScene(t, 'gateway')
  const server = createServer(({ headers }, response) => response.end(String(headers['x-forwarded-user'])))
  await new Promise<void>((resolve) => server.listen(scene.ports.mcp, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return scene
}
