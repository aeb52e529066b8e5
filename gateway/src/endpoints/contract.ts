/**
 * The body of `GET /_auth/account`, as the account page expects it. Types only. For the import's ending see
 * `login-page/contract.ts`.
 */

export type * from '../../../login-ui/src/account/contract.js'
