/**
 * The CommonJS entry of gifenc hides its names from Node, so the other entry is used. The package has no types; these
 * are the used parts (https://github.com/mattdesl/gifenc).
 */
declare module 'gifenc/dist/gifenc.esm.js' {
  interface FrameOptions {
    palette?: number[][]
    /** Milliseconds. */
    delay?: number
    /** 0 repeats forever. */
    repeat?: number
  }
  export function GIFEncoder(): {
    writeFrame: (pixels: Uint8Array, width: number, height: number, options?: FrameOptions) => void
    finish: () => void
    bytes: () => Uint8Array
  }
}
