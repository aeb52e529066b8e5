import { Option } from 'commander'
import { CODES, type Plugin } from '../../src/commands/command-line/command.ts'

/** Address of the proxy in `demo --forward-auth`, as in `deploy/forward-auth`. */
const DEMO_PROXY_URL = 'http://localhost:8000'

/** The embedded demo, and its provider alone. */
export const demoPlugin: Plugin = {
  name: 'demo',
  addCommands(program) {
    program
      .command('demo')
      .summary('run the embedded demo on loopback')
      .description(`Provider, applications and gateway run in one process; no network, cloud project or configuration is needed.

With --upstream, your own application is behind the gateway instead of those of the demo.

With --forward-auth, visitors come through a proxy of your own, which sends an auth request to the gateway for every
request. The configurations in deploy/forward-auth work unchanged.`)
      .option('--port <PORT>', 'port of the gateway (default: 8080)')
      .option(
        '--upstream <URL>',
        'put a running application behind the gateway, such as http://127.0.0.1:3000'
      )
      .addOption(
        new Option(
          '--forward-auth [URL]',
          `visitors use a proxy at this address (default: ${DEMO_PROXY_URL})`
        ).preset(DEMO_PROXY_URL)
      )
      .notes(CODES, 'demo --port 3001', 'demo --upstream http://127.0.0.1:3000', 'demo --forward-auth')
      .lazyAction(async () => (await import('./demo.ts')).demo)
    program
      .command('stand-in')
      .summary('run the provider of the demo alone, to try a configuration without a cloud project')
      .description(`Listens on loopback, and prints the configuration to use with it. Its id tokens are signed with real keys.
Anyone who can connect to it can use it, also as an administrator, with the access token \`owner\`.

With --write, it continues in the background, and the command ends when the file is written.`)
      .option('--port <PORT>', 'port to listen on (default: 9199)')
      .option('--project <ID>', 'project id, beginning with demo- (default: demo-local)')
      .option('--write <FILE>', 'write the configuration to a file instead of printing it')
      .option(
        '--credentials-file <FILE>',
        'write the key of a service account to a file, for the authorization server and others'
      )
      .notes(CODES, 'stand-in', 'stand-in --write provider.yaml --credentials-file provider-key.json')
      .lazyAction(async () => (await import('./stand-in.ts')).standIn)
  }
}
