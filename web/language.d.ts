/** Styles of the language of the build: web/styles/languages, empty for most (build/messages/plugin.ts). */
declare module 'virtual:opx-language.css'

interface ImportMetaEnv {
  /** The language of the build. */
  readonly OPX_LOCALE: string
  /** True if the build contains the client of WalletConnect. */
  readonly WALLETCONNECT: boolean
}
