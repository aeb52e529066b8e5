/** Where a browser registers the key of a session. */
export const REGISTER_PATH = '/_auth/device/register'
/** Where it proves that it still has the key. */
export const PROVE_PATH = '/_auth/device/refresh'
