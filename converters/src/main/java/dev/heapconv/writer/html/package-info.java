/**
 * An interactive report: one self-contained HTML file. {@link dev.heapconv.writer.html.ReportData}
 * writes the profile as JSON into the page, and {@link dev.heapconv.writer.html.HtmlWriter} the
 * page around it; the page's own sources are in the resources of this package.
 */
@NullMarked
package dev.heapconv.writer.html;

import org.jspecify.annotations.NullMarked;
