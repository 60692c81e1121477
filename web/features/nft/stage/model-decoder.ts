import { default as program } from 'three/addons/libs/draco/gltf/draco_decoder.wasm?url'
import { default as script } from 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js?url'

/** The Draco decoder: its script and its WebAssembly. */
export interface ModelDecoder {
  script: ArrayBuffer
  program: ArrayBuffer
}

/** The JSON description precedes the binary data and names the used extensions near its beginning or end. */
const descriptionBytes = 8 * 1024 * 1024
const extension = 'KHR_draco_mesh_compression'

async function load(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const reply = await fetch(address, { signal })
  if (!reply.ok) throw new Error('The decoder cannot be loaded.')
  return reply.arrayBuffer()
}

/** Loads the decoder from our own origin for a model that is compressed with Draco; null for any other model. */
export async function loadDecoder(model: ArrayBuffer, signal: AbortSignal): Promise<ModelDecoder | null> {
  const description = new TextDecoder('latin1').decode(model.slice(0, descriptionBytes))
  if (!description.includes(extension)) return null
  const [bytes, code] = await Promise.all([load(program, signal), load(script, signal)])
  return { script: code, program: bytes }
}
