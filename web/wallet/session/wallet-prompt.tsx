import { Suspense } from 'react'
import { isPageWallet } from '#contract/rules/wallets.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { SignPrompt, type SignPromptProps } from './sign-prompt.tsx'

const PagePrompt = lazyCode(async () => (await import('#web/wallet/signers/page-prompt.tsx')).PagePrompt)

/**
 * Instructions for a request, in the Xaman app or in the browser's wallet. `onCancel`, if given, replaces declining the
 * request.
 */
export function WalletPrompt({ onCancel, ...prompt }: SignPromptProps & { onCancel?: () => void }) {
  const { references, afterwards } = prompt
  const wallet = references?.wallet ?? 'xaman'
  if (references === null || !isPageWallet(wallet)) return <SignPrompt {...prompt} />
  const requestProps = { references, wallet, afterwards, ...(onCancel === undefined ? {} : { onCancel }) }
  return (
    <Suspense fallback={<div />}>
      <PagePrompt {...requestProps} />
    </Suspense>
  )
}
