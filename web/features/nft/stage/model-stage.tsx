import { useEffect, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { loadDecoder } from './model-decoder.ts'
import { default as script } from './model-frame.ts?worker&url'
import css from './player.module.css'

/**
 * Maximum size of a model that is displayed. Larger models are offered as a download, because phones lack the memory.
 */
const maxBytes = 100 * 1024 * 1024

async function readModel(src: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const reply = await fetch(src, { signal })
  if (!reply.ok || Number(reply.headers.get('content-length')) > maxBytes) {
    await reply.body?.cancel()
    throw new Error('There is no model to show.')
  }
  return reply.arrayBuffer()
}

/**
 * A 3D model, rendered in a frame with its own origin and a policy without network access. A malicious model can
 * neither load other files nor affect this page.
 */
export function ModelStage({ src, title }: { src: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    const leaveController = new AbortController()
    const { signal } = leaveController
    const send = async (viewer: Window) => {
      const model = await readModel(src, signal)
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      const decoder = await loadDecoder(model, signal)
      viewer.postMessage({ model, label: title, isCalm, decoder }, '*', [model])
    }
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const viewer = frame.current?.contentWindow
      if (viewer == null || source !== viewer) return
      if (data === 'ready') send(viewer).catch(() => signal.aborted || setState('failed'))
      if (data === 'shown' || data === 'failed') setState(data)
    }
    window.addEventListener('message', onMessage, { signal })
    return () => leaveController.abort()
  }, [src, title])
  return (
    <>
      <iframe
        ref={frame}
        className={`${css.frame} ${css.model}`}
        src={`/play/model?code=${script.split('/').at(-1)}`}
        title={title}
        sandbox="allow-scripts"
        allow=""
        data-state={state}
      />
      <p className={css.status} role="status" hidden={state === 'shown'}>
        {state === 'failed'
          ? t(
              'This model cannot be shown here: it is damaged, needs other files, or this browser cannot display 3D. You can download it.',
            )
          : t('The model is loading.')}
      </p>
    </>
  )
}
