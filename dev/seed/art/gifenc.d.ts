/** Its CommonJS entry hides its names from Node, so the other one is used. The package brings no types; these are the parts used here (https://github.com/mattdesl/gifenc). */
declare module 'gifenc/dist/gifenc.esm.js' {
  interface FrameOptions {
    palette?: number[][]
    /** Milliseconds. */
    delay?: number
    /** 0 repeats for ever. */
    repeat?: number
  }
  export function GIFEncoder(): {
    writeFrame: (pixels: Uint8Array, width: number, height: number, options?: FrameOptions) => void
    finish: () => void
    bytes: () => Uint8Array
  }
}
