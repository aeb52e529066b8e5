import { once } from 'node:events'
import { connect } from 'node:tls'
import t from 'tap'
import { startWorkerProcesses } from '../../../test/fixtures/processes/worker-processes.ts'
import { filesIn, makePair, writePair } from '../../../test/fixtures/provider/certificates.ts'

const WORKERS = 2
const RELOADED = '"msg":"TLS certificate reloaded"'

t.test('workers: a new TLS certificate is loaded on SIGHUP or change, an invalid one is not', async (t) => {
  const folder = t.testdir({})
  const { certFile, keyFile } = filesIn(folder)
  writePair(folder, await makePair({ name: 'first' }))
  const gateway = await startWorkerProcesses(t, WORKERS, {
    env: {
      GATEHOUSE_PUBLIC_URL: 'https://localhost',
      GATEHOUSE_LISTEN_TLS_CERT_FILE: certFile,
      GATEHOUSE_LISTEN_TLS_KEY_FILE: keyFile
    }
  })
  const port = Number(new URL(gateway.url).port)
  /** The names in the certificates of all workers: connections are distributed round-robin. */
  const names = async () => {
    const all = Array.from({ length: WORKERS * 4 }, async () => {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { CN } = socket.getPeerCertificate().subject
      socket.destroy()
      return CN
    })
    return [...new Set(await Promise.all(all))]
  }
  t.strictSame(await names(), ['first'])
  writePair(folder, await makePair({ name: 'second' }))
  await gateway.until(async () => String(await names()) === 'second')
  writePair(folder, await makePair({ name: 'third' }))
  gateway.child.kill('SIGHUP')
  await gateway.until(async () => String(await names()) === 'third')

  writePair(folder, { ...(await makePair({ name: 'fourth' })), key: 'no key' })
  gateway.child.kill('SIGHUP')
  await gateway.printed(/TLS certificate not reloaded/)
  await gateway.killOne()
  t.strictSame(await names(), ['third'], 'a later worker uses it too, whatever the files hold')
  const { code, stdout } = await gateway.end()
  t.equal(code, 0)
  t.equal(stdout.split(RELOADED).length - 1, 2, 'once for all workers')
})
