import { execFileSync } from 'node:child_process'
import t from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { ORIGIN } from './device.ts'

/** Prints the files of the plugin that a process loads for a configuration. */
const PROGRAM = `
import { Session } from 'node:inspector'
const { config, plugin } = JSON.parse(process.argv[1])
const loaded = new Set()
const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params: { url } }) => loaded.add(url))
session.post('Debugger.enable')
const { deviceBindingPlugin } = await import(plugin)
const bound = () => ({})
await deviceBindingPlugin.bindSessions({ config, runtime: { now: () => 0, report() {} }, bound })
await deviceBindingPlugin.registerEndpoints({}, { config, addRoutes() {} })
const folder = new URL('.', plugin).href
const own = [...loaded].filter((url) => url.startsWith(folder)).map((url) => url.slice(folder.length))
process.stdout.write(JSON.stringify(own.sort()))
process.exit()
`

t.test('device binding: off, neither its checks nor its endpoints are loaded', async (t) => {
  const load = (mode: string): unknown => {
    const config = testConfig({ publicUrl: ORIGIN, 'session.deviceBinding.mode': mode })
    const given = JSON.stringify({ config, plugin: new URL('../plugin.js', import.meta.url).href })
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, given], { encoding: 'utf8' })
    )
  }
  const always = ['paths.js', 'plugin.js', 'settings-checks.js']
  t.same(load('off'), always)
  t.same(
    load('when-supported'),
    ['binding.js', 'device-cookie.js', 'endpoints.js', ...always, 'proof.js'].sort()
  )
})
