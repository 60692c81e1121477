import { useNavigate } from '@tanstack/react-router'
import { Notices } from '#web/features/shell/notices.tsx'
import { RequestsGate } from '#web/wallet/requests/requests-gate.tsx'
import { ConnectGate, NetworkGate } from '#web/wallet/session/session-gates.tsx'
import { openTrade } from '#web/wallet/trade-intent.ts'

/** Dialogs and notices that can appear over any page. */
export function Overlays() {
  const navigate = useNavigate()
  return (
    <>
      <ConnectGate />
      <NetworkGate />
      <RequestsGate
        onRetry={({ nftokenID, retry }) => {
          if (nftokenID === null || retry === null) return
          void navigate({ to: '/nft/$id', params: { id: nftokenID } }).then(() => openTrade(nftokenID, retry))
        }}
      />
      <Notices />
    </>
  )
}
