import { CODES, CONFIG, type Plugin } from '../../src/commands/command-line/command.ts'

/** Every state of the login page, to look at. */
export const previewPlugin: Plugin = {
  name: 'preview',
  addCommands(program) {
    program
      .command('preview')
      .summary('serve the login page in all its states on loopback')
      .option(CONFIG.flags, 'configuration; only login is used')
      .option('--port <PORT>', 'port to listen on (default: 8090)')
      .notes(CODES, 'preview --config gatehouse.yaml')
      .lazyAction(async () => (await import('./preview.ts')).preview)
  }
}
