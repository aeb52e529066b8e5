/** The gallery's input. */
export interface GallerySetup {
  /** Address of the login page, without a query. */
  loginPath: string
  brandName: string
  languages: readonly { id: string; name: string; direction: 'ltr' | 'rtl' }[]
}
