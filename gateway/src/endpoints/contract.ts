/** The body of `GET /_auth/account`, as the account page expects it. Types only; for the ending `.js` see `login-page/contract.ts`. */

export type * from '../../../login-ui/src/account/contract.js'
