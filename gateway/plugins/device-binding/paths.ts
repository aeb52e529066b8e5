/** Where a browser registers the key of a session. */
export const REGISTER_PATH = '/_auth/device/register'
/** Where a session that has arrived from another site is offered a registration. */
export const OFFER_PATH = '/_auth/device/offer'
/** Where it proves that it still has the key. */
export const PROVE_PATH = '/_auth/device/refresh'
