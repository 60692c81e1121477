// The part of pdf.js that reads files; it runs in a worker.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
