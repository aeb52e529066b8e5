/** The provider's minimum password length without a policy. */
export const usualMinimum = 6
