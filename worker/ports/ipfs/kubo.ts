import * as v from 'valibot'
import { type PinningSettings, pinningRefusal, send } from './pinning-request.ts'
import type { PinningPort } from './port.ts'
import { uploadForm } from './upload-body.ts'

const Added = v.object({ Hash: v.string() })
const Imported = v.object({
  Root: v.object({ Cid: v.object({ '/': v.string() }), PinErrorMsg: v.optional(v.string(), '') }),
})

/**
 * Creates the client of Kubo's RPC, whose `add` and `dag/import` store and pin. Source:
 * docs.ipfs.tech/reference/kubo/rpc.
 */
export function createKubo({ url, token, fetch: request }: PinningSettings): PinningPort {
  return {
    available: true,
    async add(file, signal) {
      const { body, contentType } = uploadForm({}, file)
      const reply = await send(
        request,
        file.isCar
          ? `${url}/api/v0/dag/import?pin-roots=true`
          : `${url}/api/v0/add?cid-version=1&raw-leaves=true&pin=true&quieter=true`,
        {
          method: 'POST',
          body,
          signal,
          headers: { 'content-type': contentType, ...(token === '' ? {} : { authorization: token }) },
        },
      )
      // The reply has one line of JSON for each file.
      const last = (await reply.text()).trim().split('\n').at(-1) ?? ''
      if (file.isCar) {
        const importReply = v.safeParse(v.pipe(v.string(), v.parseJson(), Imported), last)
        if (!importReply.success || importReply.output.Root.PinErrorMsg !== '')
          throw pinningRefusal('It did not pin the blocks.')
        return importReply.output.Root.Cid['/']
      }
      const addReply = v.safeParse(v.pipe(v.string(), v.parseJson(), Added), last)
      if (!addReply.success) throw pinningRefusal('It answered something that is no CID.')
      return addReply.output.Hash
    },
    async remove(cid, signal) {
      // Kubo answers 500 for a file that is not pinned.
      const reply = await send(
        request,
        `${url}/api/v0/pin/rm?arg=${encodeURIComponent(cid)}`,
        { method: 'POST', signal, headers: token === '' ? {} : { authorization: token } },
        ({ ok, status }) => ok || status === 500,
      )
      if (!reply.ok && !(await reply.text()).includes('not pinned'))
        throw pinningRefusal('It did not end the pin.')
    },
  }
}
