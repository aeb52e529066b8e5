import type { TestCode, TestExample, TestProvider, TestUser } from '../src/identity-platform/test-provider.ts'
import type { StandInAccount } from '../stand-in/accounts/account.ts'
import { TOTP_STEP_SECONDS, totpCode } from '../stand-in/second-factors/totp.ts'
import type { StandIn } from '../stand-in/stand-in.ts'
import { DEMO_USER } from './accounts.ts'

/** The stand-in's accounts and messages, and what there is to try, for the dev drawer of the login page. */
export function openTestProvider(
  { accounts, mail }: StandIn,
  examples: readonly TestExample[]
): TestProvider {
  return {
    examples,
    password: DEMO_USER.password,
    hasProviderWindow: true,
    listUsers: async () => accounts.list().map(describeUser),
    listMails: async () =>
      mail
        .list()
        .reverse()
        .map(({ email, requestType, oobLink }) => ({ email, type: requestType, link: oobLink })),
    listCodes: async () => [
      ...mail
        .listTexts()
        .reverse()
        .map(({ phoneNumber, code }) => ({ recipient: phoneNumber, code, validSeconds: null })),
      ...listAppCodes(accounts.list(), Math.floor(Date.now() / 1000))
    ]
  }
}

function describeUser(account: StandInAccount): TestUser {
  const {
    uid,
    email,
    displayName,
    tenantId,
    disabled,
    emailVerified,
    hasPassword,
    secondFactors = []
  } = account
  return {
    uid,
    email: email ?? null,
    name: displayName ?? null,
    tenantId: tenantId ?? null,
    disabled,
    emailVerified,
    hasPassword,
    secondFactors: secondFactors.map(({ phoneNumber }) => (phoneNumber === undefined ? 'totp' : 'sms'))
  }
}

/** What an authenticator app would show now, which has no demo accounts. */
function listAppCodes(accounts: readonly StandInAccount[], nowSeconds: number): TestCode[] {
  return accounts.flatMap(({ uid, email, secondFactors = [] }) =>
    secondFactors.flatMap(({ totpSecret }) =>
      totpSecret === undefined
        ? []
        : [
            {
              recipient: `${email ?? uid}, authenticator app`,
              code: totpCode(totpSecret, nowSeconds),
              validSeconds: TOTP_STEP_SECONDS - (nowSeconds % TOTP_STEP_SECONDS)
            }
          ]
    )
  )
}
