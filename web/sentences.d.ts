/** The sentences of the server in the language of the build, by their English (dev/messages/sentences.ts). */
declare module 'virtual:opx-sentences' {
  const texts: Record<string, string>
  export default texts
}

/** Styles of the language of the build: web/styles/languages, empty for most (dev/messages/plugin.ts). */
declare module 'virtual:opx-language.css'

interface ImportMetaEnv {
  /** The language of the build. */
  readonly OPX_LOCALE: string
  /** Whether it is another one than that of the sources. */
  readonly OPX_TRANSLATED: boolean
}
