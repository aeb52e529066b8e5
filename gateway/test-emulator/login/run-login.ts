import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { findChromium, launchChromium } from '../../test/fixtures/browser/browser.ts'
import type { Checks } from '../../test/fixtures/commands/checks.ts'
import { findFreePorts } from '../../test/fixtures/wire/ports.ts'
import { type ProviderFront, startProviderFront } from '../doubles/provider-front.ts'
import { createEmulatorAccounts } from '../emulator-accounts.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../gateway-under-test.ts'
import { actionChecks } from './checks/action.ts'
import { drawerChecks } from './checks/drawer.ts'
import { linkChecks } from './checks/link.ts'
import { otherMethodByPopup, otherMethodByRedirect } from './checks/other-method.ts'
import { passwordChecks } from './checks/password.ts'
import { otherSiteChecks, popupChecks } from './checks/popup.ts'
import { redirectChecks } from './checks/redirect.ts'
import { enrolmentChecks, optionalEnrolmentChecks, smsChecks, totpChecks } from './checks/second-step.ts'
import { signUpChecks } from './checks/sign-up.ts'
import { tenantChoiceChecks, tenantDomainChecks, UMBRELLA_DOMAIN } from './checks/tenant-choice.ts'
import { verifiedChecks } from './checks/verified.ts'
import { type LoginCheck, runLoginChecks } from './login-environment.ts'
import { PROVIDERS } from './page/federated-steps.ts'

/** The environment of the login page checks. */
export interface LoginSurroundings {
  checks: Checks
  browser: Browser
  /** `host:port`. */
  emulatorHost: string
  upstreamUrl: string
}

/** A configuration of the gateway, and its checks. */
interface Scene {
  label: string
  env: Record<string, string>
  list: readonly LoginCheck[]
  /** The host that visitors use instead of localhost. */
  host?: string
  /** Needs what browsers block between sites, and the headless shell does not. */
  isAcrossSites?: true
}

const FEDERATED = {
  GATEHOUSE_LOGIN_PROVIDERS: JSON.stringify(Object.entries(PROVIDERS).map(([id, name]) => ({ id, name })))
}

function listScenes(tenants: readonly [string, string]): Scene[] {
  const [acme, umbrella] = tenants
  return [
    {
      label: 'password',
      env: {},
      list: [...passwordChecks, ...actionChecks, ...totpChecks, ...optionalEnrolmentChecks, ...drawerChecks]
    },
    {
      label: 'sign-up and links',
      env: {
        GATEHOUSE_LOGIN_METHODS_SIGNUP: 'true',
        GATEHOUSE_LOGIN_METHODS_ASK_NAME: 'true',
        GATEHOUSE_LOGIN_METHODS_EMAIL_LINK: 'true'
      },
      list: [...signUpChecks, ...linkChecks]
    },
    {
      label: 'verified addresses',
      env: { GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMAIL: 'true' },
      list: verifiedChecks
    },
    { label: 'providers', env: FEDERATED, list: [...redirectChecks, ...otherMethodByRedirect] },
    {
      label: 'providers in a window',
      env: { ...FEDERATED, GATEHOUSE_LOGIN_FEDERATED_MODE: 'popup' },
      list: [...popupChecks, ...otherMethodByPopup]
    },
    {
      label: 'helper of another site',
      // For a browser, every name below localhost is a separate site.
      env: { ...FEDERATED, GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_ANYWHERE: 'true' },
      list: otherSiteChecks,
      host: 'app.localhost',
      isAcrossSites: true
    },
    { label: 'second step required', env: { GATEHOUSE_LOGIN_MFA_TOTP: 'required' }, list: enrolmentChecks },
    { label: 'text messages', env: { GATEHOUSE_LOGIN_MFA_SMS: 'true' }, list: smsChecks },
    {
      label: 'organizations',
      env: {
        GATEHOUSE_LOGIN_TENANTS_CHOOSE: JSON.stringify([
          { id: acme, name: 'Acme' },
          { id: umbrella, name: 'Umbrella' }
        ])
      },
      list: tenantChoiceChecks(tenants)
    },
    {
      label: 'organizations by address',
      env: {
        GATEHOUSE_LOGIN_TENANTS_BY_EMAIL_DOMAIN: JSON.stringify({
          [UMBRELLA_DOMAIN]: umbrella,
          'acme.test': acme
        })
      },
      list: tenantDomainChecks(tenants)
    }
  ]
}

/** Every flow of the login page in a real browser. `only`: labels of the scenes to run, by default all. */
export async function checkLoginPage(
  { checks, browser, emulatorHost, upstreamUrl }: LoginSurroundings,
  only?: ReadonlySet<string>
): Promise<void> {
  const front = await startProviderFront(emulatorHost)
  const accounts = createEmulatorAccounts(emulatorHost)
  try {
    const tenants: [string, string] = [await accounts.createTenant(), await accounts.createTenant()]
    for (const scene of listScenes(tenants)) {
      if (only !== undefined && !only.has(scene.label)) continue
      const full = scene.isAcrossSites ? findChromium() : null
      if (scene.isAcrossSites && full === null) {
        checks.skip(`login (${scene.label})`, 'no Chromium but the headless shell')
        continue
      }
      const gateway = await startGateway(scene, front, upstreamUrl)
      const own = full === null ? null : await launchChromium(full)
      try {
        await runLoginChecks(
          { checks, browser: own ?? browser, gateway, front, accounts, emulatorHost, label: scene.label },
          scene.list
        )
        await checks.check(
          `login (${scene.label}): no token, code or password is in the log of the gateway`,
          async () => {
            assert.doesNotMatch(gateway.readLog(), /eyJ[\w-]{10,}\.|gatehouse=\d~|oobCode=[^&"]{8}/)
          }
        )
      } finally {
        await own?.close()
        await gateway.close()
      }
    }
  } finally {
    await front.close()
  }
}

async function startGateway(
  { env, host = 'localhost' }: Scene,
  front: ProviderFront,
  upstreamUrl: string
): Promise<GatewayUnderTest> {
  const [port = 0] = await findFreePorts(1)
  const url = `http://${host}:${port}`
  const gateway = await startGatewayUnderTest(
    { mode: 'handover', emulatorHost: front.host, upstreamUrl, env: { ...env, GATEHOUSE_PUBLIC_URL: url } },
    port
  )
  return { ...gateway, url }
}
