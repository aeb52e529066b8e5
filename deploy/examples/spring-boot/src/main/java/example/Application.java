package example;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.HeaderBearerTokenResolver;
import org.springframework.util.Assert;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Application {
  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Bean
  BearerTokenResolver assertion(@Value("${AUDIENCE}") String audience) {
    // Spring checks no audience if it is empty.
    Assert.hasText(audience, "set AUDIENCE");
    return new HeaderBearerTokenResolver("x-gatehouse-assertion");
  }

  record Visitor(String uid, String email) {}

  @GetMapping("/")
  Visitor whoIsSignedIn(@AuthenticationPrincipal Jwt visitor) {
    return new Visitor(visitor.getSubject(), visitor.getClaimAsString("email"));
  }
}
