import { CONFIG, type Plugin } from '../../src/commands/command-line/command.ts'

/** Diagnoses problems of configuration, machine, provider and application. */
export const doctorPlugin: Plugin = {
  name: 'doctor',
  addCommands(program) {
    program
      .command('doctor')
      .summary('diagnose problems of configuration, machine, provider and application')
      .description(`Checks run concurrently, 7 seconds at most each, and report what they found, the probable cause and the fix.
They change nothing.

Run it where the gateway runs, as the same user.`)
      .addOption(CONFIG)
      .option('--json', 'print one JSON object')
      .option('--offline', 'make no calls: check only configuration, files and machine')
      .option(
        '--passkeys',
        'check passkeys even if login.methods.passkey is off; requests challenges without answering them'
      )
      .notes(
        { 0: 'no check failed; there may be warnings', 1: 'a check failed', 2: 'wrong usage' },
        'doctor --config gatehouse.yaml',
        'doctor --config gatehouse.yaml --passkeys',
        'doctor --config gatehouse.yaml --json > findings.json'
      )
      .lazyAction(async () => (await import('./doctor.ts')).doctor)
  }
}
