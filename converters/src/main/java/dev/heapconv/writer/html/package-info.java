/**
 * An interactive report: one self-contained HTML file. {@link dev.heapconv.writer.html.ReportData}
 * packs the profile into the page, and {@link dev.heapconv.writer.html.HtmlWriter} writes the page
 * around it, whose sources are in {@code converters/src/main/page}.
 */
@NullMarked
package dev.heapconv.writer.html;

import org.jspecify.annotations.NullMarked;
