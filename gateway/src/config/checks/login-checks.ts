import type { Config } from '../schema/schema.ts'
import type { Check, Report } from './check.ts'
import { checkColours, checkFiles, checkFont } from './login-appearance-checks.ts'
import { checkLoginPlaces } from './login-host-checks.ts'
import { checkIssuer, checkMethods, checkProviders } from './login-method-checks.ts'
import { checkLocales } from './login-text-checks.ts'

/** What shows only when the values of the `login` section are understood. Reads the files that it names. */
export const LOGIN_CHECKS: readonly Check[] = [
  { reads: ['login.methods', 'login.providers'], check: checkMethods },
  { reads: ['login.providers'], check: checkProviders },
  { reads: ['login.mfa', 'login.brand.name'], check: checkIssuer },
  {
    reads: ['login.tenants', 'login.hosts', 'identityPlatform.tenants', 'publicUrl'],
    check: checkLoginPlaces
  },
  { reads: ['login.theme', 'login.hosts'], check: checkColours },
  { reads: ['login.theme.font'], check: checkFont },
  { reads: ['login.brand', 'login.hosts', 'login.providers', 'login.theme.cssFile'], check: checkFiles },
  { reads: ['login.locales'], check: checkLocales },
  { reads: ['login.emulator', 'identityPlatform.emulatorHost'], check: checkPageEmulator },
  { reads: ['login.destinations', 'login.hosts'], check: checkDestinations }
]

function checkPageEmulator({ login, identityPlatform }: Config, report: Report): void {
  if (login.emulator !== null && identityPlatform.emulatorHost === null)
    report(
      'login.emulator',
      'needs `identityPlatform.emulatorHost`',
      'The gateway would refuse what visitors bring from there: set both, or none.'
    )
}

function checkDestinations({ login }: Config, report: Report): void {
  const hosts = Object.entries(login.hosts).map(([host, own]) => ({
    path: `login.hosts.${host}.destinations`,
    destinations: own.destinations ?? {}
  }))
  for (const { path, destinations } of [
    { path: 'login.destinations', destinations: login.destinations },
    ...hosts
  ]) {
    for (const place of Object.keys(destinations)) {
      if (place !== '/' && place.endsWith('/'))
        report(
          `${path}.${place}`,
          'ends with a slash',
          `Write \`${place.replace(/\/+$/, '') || '/'}\`: what is below it counts too.`
        )
      else if (/\/\/|\/\.{1,2}(\/|$)/.test(place))
        report(
          `${path}.${place}`,
          'has an empty or a dot segment',
          'No request has such a path: such as `/reports`.'
        )
    }
  }
}
