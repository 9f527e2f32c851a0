package dev.heapconv.demangle;

import org.jspecify.annotations.Nullable;

/**
 * The template whose arguments T_ names while its declaration is printed, and the enclosing ones.
 */
final class TemplateScope {
  final Node template;
  final @Nullable TemplateScope outer;

  TemplateScope(Node template, @Nullable TemplateScope outer) {
    this.template = template;
    this.outer = outer;
  }
}
