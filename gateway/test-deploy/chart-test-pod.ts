import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAllDocuments } from 'yaml'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { runTool } from './tool.ts'

/** What `helm test` runs in a pod, here against a server of this machine. */
export async function checkTestPod(checks: Checks, rendered: string): Promise<void> {
  await checks.check('chart: the test pod passes once /readyz responds 200', async () => {
    const { code, stdout } = await runTestPod(rendered, (tries) => (tries < 3 ? 503 : 200))
    assert.equal(code, 0, stdout)
    assert.match(stdout, /readyz 503\n.*readyz 503\n.*readyz 200\n/)
  })
  await checks.check('chart: the test pod fails while /readyz responds 503', async () => {
    const { code, stdout } = await runTestPod(rendered, () => 503)
    assert.equal(code, 1, stdout)
    assert.equal(stdout.match(/readyz 503\n/g)?.length, 30)
  })
}

async function runTestPod(rendered: string, answer: (tries: number) => number) {
  const objects = parseAllDocuments(rendered).map((one) => one.toJS())
  const [{ command, args }] = objects.find(({ kind }) => kind === 'Pod').spec.containers
  let tries = 0
  const server = createServer((request, response) => {
    tries += 1
    response.writeHead(request.url === '/readyz' ? answer(tries) : 404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const script = args[0].replace('gatehouse-test:9464', `127.0.0.1:${port}`).replace('1000', '1')
  try {
    return await runTool(process.execPath, [...command.slice(1), script])
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
