import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface GoneDialogProps {
  title: string
  sentence: string
  onClose: () => void
}

/** What was begun cannot be done any more. */
export function GoneDialog({ title, sentence, onClose }: GoneDialogProps) {
  return (
    <Dialog open onClose={onClose} size="small" title={title} description={sentence}>
      <Button wide onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
