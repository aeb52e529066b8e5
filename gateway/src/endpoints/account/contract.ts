/**
 * What the account page wants to be told of an account; the body of `GET /_auth/account`. Types alone: nothing of the page is loaded
 * here. For the ending see `login-page/contract.ts`.
 */

export type { AccountPermissions, OwnAccount } from '../../../../login-ui/src/account/contract.js'
