import { Suspense, useState } from 'react'
import { t } from '#web/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

const load = async () => (await import('./broker-fee-dialog.tsx')).BrokerFeeDialog
const BrokerFeeDialog = lazyCode(load)

/** Returns the fee dialog, whose code loads when it is opened for the first time. */
export function useBrokerFee() {
  const [isOpened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  return {
    load,
    show: () => {
      setOpened(true)
      setOpen(true)
    },
    dialog: isOpened && (
      <Suspense fallback={null}>
        <BrokerFeeDialog open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}

export function BrokerFeeButton({ className }: { className?: string }) {
  const { show, dialog } = useBrokerFee()
  return (
    <>
      <button type="button" className={className} onClick={show} onPointerEnter={() => void load()}>
        {t('Broker Fee')}
      </button>
      {dialog}
    </>
  )
}
