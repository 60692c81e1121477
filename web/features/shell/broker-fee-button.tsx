import { lazy, Suspense, useState } from 'react'

const load = async () => ({ default: (await import('./broker-fee-dialog.tsx')).BrokerFeeDialog })
const BrokerFeeDialog = lazy(load)

export function BrokerFeeButton({ className }: { className?: string }) {
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <button type="button" className={className} onClick={show} onPointerEnter={() => void load()}>
        Broker Fee
      </button>
      <Suspense fallback={null}>
        {opened && <BrokerFeeDialog open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
