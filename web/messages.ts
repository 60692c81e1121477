import type { ReactElement, ReactNode } from 'react'
import type { ValueArguments } from '#contract/words/message-values.ts'

// The build replaces each of these calls with the text in its language (build/messages), so nothing is loaded at run
// time.

/** Returns a translated text: `t('Cart')`, or `t('Remove {name}', { name })` with values. */
export declare function t<const Text extends string>(
  text: Text,
  ...values: ValueArguments<Text, string | number>
): string

/**
 * Returns a translated text that contains elements: `rich('See the <terms>Terms</terms>.', { terms: <a
 * href="/legal/terms">{slot}</a> })`.
 */
export declare function rich<const Text extends string>(
  text: Text,
  ...values: ValueArguments<Text, ReactNode, ReactElement>
): ReactNode

/** Placeholder inside an element for the text between its tags. */
export declare const slot: ReactNode

/** The language of this build, for Intl. */
export const locale: string = import.meta.env.OPX_LOCALE
