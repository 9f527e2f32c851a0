/**
 * A report for people: one HTML file with everything in it. {@link
 * dev.heapconv.writer.html.ReportData} writes the profile as JSON into the page, {@link
 * dev.heapconv.writer.html.HtmlWriter} the page around it; the page's own sources are among the
 * resources of this package.
 */
@NullMarked
package dev.heapconv.writer.html;

import org.jspecify.annotations.NullMarked;
