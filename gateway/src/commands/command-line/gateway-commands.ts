import { CODES, CONFIG, type GatehouseCommand } from './command.ts'

/** Adds the commands that run or set up a gateway. */
export function addGatewayCommands(program: GatehouseCommand): void {
  program
    .command('start')
    .summary('run the gateway')
    .description(`Log lines are JSON on standard output. SIGTERM or SIGINT ends it once open requests have finished; a
second signal ends it at once.`)
    .addOption(CONFIG)
    .notes({ ...CODES, 0: 'ended by a signal' }, 'start --config gatehouse.yaml')
    .lazyAction(async () => (await import('../start.ts')).start)
  addChecks(program)
  addKeysCommand(program)
}

function addChecks(program: GatehouseCommand): void {
  program
    .command('check-config')
    .summary('check a configuration and list every problem')
    .description('Prints a warning for each setting that weakens a protection or has no effect.')
    .addOption(CONFIG)
    .notes({ 0: 'the configuration is valid', 2: CODES[2] }, 'check-config --config gatehouse.yaml')
    .lazyAction(async () => (await import('../load-config.ts')).checkConfig)
}

function addKeysCommand(program: GatehouseCommand): void {
  program
    .command('keys')
    .summary('cookie signature keys')
    .command('generate')
    .summary('generate a cookie signature key')
    .option('--to <FILE>', 'write it to a new file readable only by its owner (default: standard output)')
    .notes(
      { 0: CODES[0], 1: 'the file exists, or cannot be written', 2: 'wrong usage' },
      'keys generate --to signature-keys',
      'keys generate'
    )
    .lazyAction(async () => (await import('../keys.ts')).keysGenerate)
}
